import { Select, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { WebhookView } from '#contracts/webhooks.ts';
import { resendPeriod } from '../../../api/webhooks.ts';
import { DialogFoot, Failure } from '../../../kit/dialog-parts.tsx';
import { Dialog } from '../../../shared/dialog.tsx';
import { errorText, showDone } from '../../../shared/show-error.ts';

const hourMs = 3_600_000;
const periods = { hour: hourMs, day: 24 * hourMs, week: 7 * 24 * hourMs, month: 30 * 24 * hourMs } as const;
type Period = keyof typeof periods;
const which = ['undelivered', 'all'] as const;
type Which = (typeof which)[number];

type Props = { readonly webhook: WebhookView; readonly onClose: () => void };

/** Has what happened lately sent once more: what was not delivered, or all of it. */
export const ResendDialog = ({ webhook, onClose }: Props) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [period, setPeriod] = useState<Period>('day');
  const [status, setStatus] = useState<Which>('undelivered');
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    const until = new Date();
    const from = new Date(until.getTime() - periods[period]);
    try {
      const body = { from: from.toISOString(), until: until.toISOString(), status };
      const count = await resendPeriod(client, webhook.id, body);
      showDone(t('webhooks.resentCount', { count }));
      onClose();
    } catch (error) {
      setFailure(errorText(error));
      setBusy(false);
    }
  };
  return (
    <Dialog onClose={onClose} title={t('webhooks.resendPeriod')}>
      <form onSubmit={event => void send(event)}>
        <Stack gap="sm">
          <Failure text={failure} />
          <Text size="sm">{t('webhooks.resendText')}</Text>
          <Select
            label={t('webhooks.period')}
            data={Object.keys(periods).map(value => ({
              value,
              label: t(`webhooks.periods.${value as Period}`),
            }))}
            allowDeselect={false}
            value={period}
            onChange={value => setPeriod((value ?? 'day') as Period)}
          />
          <Select
            label={t('webhooks.which')}
            data={which.map(value => ({ value, label: t(`webhooks.whichOf.${value}`) }))}
            allowDeselect={false}
            value={status}
            onChange={value => setStatus((value ?? 'undelivered') as Which)}
          />
        </Stack>
        <DialogFoot action={t('webhooks.resend')} isBusy={isBusy} onClose={onClose} />
      </form>
    </Dialog>
  );
};
