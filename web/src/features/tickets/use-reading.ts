import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useToday } from './use-today.ts';

/** How rows are read: asked for once a list, since hundreds of rows pass by while somebody scrolls. */
export type Reading = { readonly t: TFunction; readonly language: string; readonly today: Date };

export const useReading = (): Reading => {
  const { t, i18n } = useTranslation();
  const today = useToday();
  const { language } = i18n;
  return useMemo(() => ({ t, language, today: new Date(today) }), [t, language, today]);
};
