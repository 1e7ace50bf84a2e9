import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveSetting } from '../../api/settings.ts';
import { showDone, showError } from '../../shared/show-error.ts';

/** Saves one setting; a second time while one is under way does nothing. Answers whether it was saved. */
export const useSaveSetting = (key: string) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  /** What is on its way, which is shown meanwhile. */
  const [pending, setPending] = useState<string>();
  const save = async (value: string): Promise<boolean> => {
    if (pending !== undefined) return false;
    setPending(value);
    try {
      await saveSetting(client, key, value);
      showDone(t('settings.saved'));
      return true;
    } catch (error) {
      showError(error);
      return false;
    } finally {
      setPending(undefined);
    }
  };
  return { save, pending };
};
