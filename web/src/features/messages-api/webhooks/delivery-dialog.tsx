import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { DeliveryAnswer, WebhookView } from '#contracts/webhooks.ts';
import { deliveryQuery, resendDelivery } from '../../../api/webhooks.ts';
import { Dialog } from '../../../shared/dialog.tsx';
import { dateAndTime } from '../../../shared/formats.ts';
import { showDone, showError } from '../../../shared/show-error.ts';
import { Trouble } from '../../../shared/trouble.tsx';
import { CodeBlock } from '../code-block.tsx';
import { answerText, DeliveryBadge, triesText } from './delivery-columns.tsx';
import { ResendButton } from './resend-button.tsx';

type Props = { readonly webhook: WebhookView; readonly deliveryId: string; readonly onClose: () => void };

/** One delivery: the request as it would be sent now, and what was answered. */
export const DeliveryDialog = ({ webhook, deliveryId, onClose }: Props) => {
  const { id: webhookId, enabled } = webhook;
  const { t } = useTranslation();
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(deliveryQuery(webhookId, deliveryId));
  const resend = (): void =>
    void resendDelivery(client, webhookId, deliveryId).then(() => showDone(t('webhooks.resent')), showError);
  const title = data ? t(`webhooks.types.${data.type}`) : t('webhooks.deliveries');
  return (
    <Dialog onClose={onClose} title={title} size="xl">
      {error && !data && <Trouble error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton h={240} />}
      {data && (
        <>
          <Details delivery={data} enabled={enabled} />
          <Group justify="flex-end" mt="md">
            {!enabled && (
              <Text size="sm" c="dimmed" flex="1 1 240px">
                {t('webhooks.off')}
              </Text>
            )}
            <Button variant="default" onClick={onClose}>
              {t('common.close')}
            </Button>
            <ResendButton {...{ webhook, label: t('webhooks.resend'), onResend: resend }} />
          </Group>
        </>
      )}
    </Dialog>
  );
};

type DetailsProps = { readonly delivery: DeliveryAnswer; readonly enabled: boolean };

const Details = ({ delivery, enabled }: DetailsProps) => {
  const { t, i18n } = useTranslation();
  const { request, requestProblem, reason, answer, id, happenedAt } = delivery;
  const when = (at: string): string => dateAndTime(at, i18n.language);
  return (
    <Stack gap="sm">
      <Group gap="xs">
        <DeliveryBadge delivery={delivery} />
        <Text size="sm">
          {[
            when(happenedAt),
            answerText(t, delivery),
            triesText(t, delivery, { enabled, language: i18n.language }),
          ].join(' · ')}
        </Text>
      </Group>
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        webhook-id: {id}
      </Text>
      {request ? (
        <>
          <CodeBlock isBroken what={`POST ${request.url}`} code={headersText(request.headers)} />
          <CodeBlock isBroken what={t('webhooks.body')} code={indented(request.body)} />
        </>
      ) : (
        <Text size="sm">
          {requestProblem ? t(`webhooks.unmade.${requestProblem}`) : t('webhooks.nothingToSend')}
        </Text>
      )}
      {requestProblem && reason && (
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {reason}
        </Text>
      )}
      {answer !== null && answer !== '' && <CodeBlock isBroken what={t('webhooks.answerOf')} code={answer} />}
    </Stack>
  );
};

const headersText = (headers: Readonly<Record<string, string>>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');

const indented = (body: string): string => JSON.stringify(JSON.parse(body), null, 2);
