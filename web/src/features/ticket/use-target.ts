import { useMemo } from 'react';
import { useLocation, useSearchParams } from 'react-router';

/** The message that the address asks for: /tickets/{uuid}?message={id}. Each visit asks anew. */
export const useTarget = (): { readonly messageId: string; readonly visit: string } | undefined => {
  const [parameters] = useSearchParams();
  const { key: visit } = useLocation();
  const messageId = parameters.get('message');
  return useMemo(() => (messageId ? { messageId, visit } : undefined), [messageId, visit]);
};
