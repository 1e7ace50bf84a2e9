import { IconHistory } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { may } from '#domain/access/may.ts';
import { useUser } from '../api/session-store.ts';
import type { RecordAction } from './records/row-actions.tsx';

type Of = 'object' | 'ticket' | 'contact' | 'actor';

/** The way from anything to what happened to it, for who may see that: where the audit trail opens on it alone. */
export const historyOf = (of: Of, id: string): string => `/audit?${of}=${id}`;

/** The same as an action of a row, or of a menu; none for others. */
export const useHistoryAction = (): ((of: Of, id: string) => readonly RecordAction[]) => {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const allowed = may(useUser(), 'audit.read');
  return (of, id) =>
    allowed
      ? [{ label: t('audit.history'), icon: IconHistory, run: () => void navigate(historyOf(of, id)) }]
      : [];
};
