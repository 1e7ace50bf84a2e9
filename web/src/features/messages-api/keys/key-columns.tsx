import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiKeyView } from '#contracts/api-keys.ts';
import type { RecordColumn } from '../../../kit/records/record-table.tsx';
import { dateAndTime, dayOfMoment } from '../../../shared/formats.ts';
import { StateBadge } from '../state-badge.tsx';
import classes from './keys.module.css';

/** What the list says of a key. */
export const useKeyColumns = (): readonly RecordColumn<ApiKeyView>[] => {
  const { t, i18n } = useTranslation();
  return useMemo(() => {
    const when = (at: string | null, otherwise: string): string =>
      at ? dateAndTime(at, i18n.language) : otherwise;
    const said = (header: string, text: ReactNode) => (
      <>
        <span className={classes.unit} aria-hidden>
          {header}
        </span>
        {text}
      </>
    );
    return [
      {
        id: 'name',
        header: t('apiKeys.name'),
        width: 'minmax(0, 1.4fr)',
        cell: key => <Name apiKey={key} />,
      },
      {
        ...{ id: 'prefix', header: t('apiKeys.prefix'), width: '104px' },
        cell: ({ prefix }) => <span className={classes.prefix}>{prefix}…</span>,
      },
      {
        ...{ id: 'scopes', header: t('apiKeys.scopes') },
        cell: ({ scopes }) => scopes.map(scope => t(`apiKeys.scope.${scope}`)).join(', '),
      },
      {
        ...{ id: 'lastUsed', header: t('apiKeys.lastUsed'), width: 'minmax(136px, 0.9fr)' },
        cell: ({ lastUsedAt }) => said(t('apiKeys.lastUsed'), when(lastUsedAt, t('apiKeys.never'))),
      },
      {
        ...{ id: 'expires', header: t('apiKeys.expires'), width: 'minmax(136px, 0.9fr)' },
        cell: ({ expiresAt }) => said(t('apiKeys.expires'), when(expiresAt, t('apiKeys.noExpiry'))),
      },
      {
        ...{ id: 'made', header: t('apiKeys.made'), width: 'minmax(0, 1.4fr)' },
        cell: ({ createdAt, createdBy }) => {
          const name = createdBy?.name ?? t('apiKeys.bySystem');
          const text = t('apiKeys.madeBy', { name, when: dayOfMoment(createdAt, i18n.language) });
          const title = t('apiKeys.madeBy', { name, when: dateAndTime(createdAt, i18n.language) });
          return (
            <span className={classes.made} title={title}>
              {said(t('apiKeys.made'), text)}
            </span>
          );
        },
      },
    ];
  }, [t, i18n.language]);
};

const Name = ({ apiKey: { name, status, revokedAt } }: { readonly apiKey: ApiKeyView }) => {
  const { t, i18n } = useTranslation();
  if (status === 'active') return <span title={name}>{name}</span>;
  return (
    <span className={classes.ended}>
      <span className={classes.name}>
        <span className={classes.gone} title={name}>
          {name}
        </span>
        <StateBadge color={status === 'revoked' ? 'gray' : 'orange'} text={t(`apiKeys.status.${status}`)} />
      </span>
      {revokedAt && (
        <span className={classes.since}>
          {t('apiKeys.revokedAt', { when: dateAndTime(revokedAt, i18n.language) })}
        </span>
      )}
    </span>
  );
};
