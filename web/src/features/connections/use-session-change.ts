import { useState } from 'react';
import { changeConnectionSession, type SessionChange } from '../../api/connections.ts';
import { showError } from '../../shared/show-error.ts';

/** Asks something of a connection's session; how it goes on comes live. Answers whether it was accepted. */
export const useSessionChange = (connectionId: string) => {
  const [busy, setBusy] = useState(false);
  const change = async (method: SessionChange): Promise<boolean> => {
    setBusy(true);
    try {
      await changeConnectionSession(connectionId, method);
      return true;
    } catch (error) {
      showError(error);
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { busy, change };
};
