import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { WebhookView } from '#contracts/webhooks.ts';
import { webhookTypes } from '#domain/webhook/event-types.ts';
import type { RecordColumn } from '../../../kit/records/record-table.tsx';
import { dateAndTime, listTime } from '../../../shared/formats.ts';
import { StateBadge } from '../state-badge.tsx';
import { nameOfWebhook } from './names.ts';
import classes from './webhooks.module.css';

/** What the list says of an endpoint. */
export const useEndpointColumns = (): readonly RecordColumn<WebhookView>[] => {
  const { t, i18n } = useTranslation();
  return useMemo(() => {
    const eventsOf = ({ events, payload }: WebhookView): string => {
      const isAll = events.length === webhookTypes.length;
      const which = isAll ? t('webhooks.allEvents') : t('webhooks.eventCount', { count: events.length });
      return `${which} · ${t(`webhooks.payload.${payload}`)}`;
    };
    return [
      {
        ...{ id: 'name', header: t('webhooks.endpoint'), width: 'minmax(0, 1.8fr)' },
        cell: webhook => (
          <span className={classes.endpoint}>
            <span className={classes.name}>{nameOfWebhook(webhook)}</span>
            <span className={classes.url} title={webhook.url}>
              {webhook.url}
            </span>
          </span>
        ),
      },
      {
        ...{ id: 'events', header: t('webhooks.events') },
        cell: webhook => (
          <span title={webhook.events.map(type => t(`webhooks.types.${type}`)).join(', ')}>
            {eventsOf(webhook)}
          </span>
        ),
      },
      {
        ...{ id: 'state', header: t('webhooks.state'), width: '200px' },
        cell: webhook => <EndpointState webhook={webhook} />,
      },
      {
        ...{ id: 'success', header: t('webhooks.lastSuccess'), width: '176px' },
        cell: ({ lastSuccessAt }) => (
          <>
            <span className={classes.unit}>{t('webhooks.lastSuccess')}: </span>
            <span title={lastSuccessAt ? dateAndTime(lastSuccessAt, i18n.language) : ''}>
              {lastSuccessAt ? listTime(lastSuccessAt, new Date(), i18n.language) : t('webhooks.never')}
            </span>
          </>
        ),
      },
    ];
  }, [t, i18n.language]);
};

/** Whether it hears, and why not. What still waits for it stands beside. */
export const EndpointState = ({ webhook }: { readonly webhook: WebhookView }) => {
  const { t, i18n } = useTranslation();
  const { enabled, disabledReason, failingSince, heldUntil, waiting } = webhook;
  const state = enabled ? (failingSince ? 'failing' : 'active') : 'disabled';
  const when = (at: string): string => dateAndTime(at, i18n.language);
  const held = heldUntil && t('webhooks.heldUntil', { when: when(heldUntil) });
  const why =
    state === 'disabled'
      ? disabledReason && t(`webhooks.disabled.${disabledReason}`)
      : (held ?? (failingSince && t('webhooks.failingSince', { when: when(failingSince) })));
  return (
    <span className={classes.state}>
      <StateBadge
        color={state === 'active' ? 'green' : state === 'failing' ? 'red' : 'gray'}
        text={t(`webhooks.states.${state}`)}
      />
      {waiting > 0 && <span className={classes.meta}>{t('webhooks.waiting', { count: waiting })}</span>}
      {why && <span className={classes.why}>{why}</span>}
    </span>
  );
};
