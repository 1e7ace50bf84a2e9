import { Badge, Group, Stack, Text } from '@mantine/core';
import { IconStarFilled } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ConnectionView } from '#contracts/views.ts';
import classes from './connections.module.css';
import { StatusChip } from './status-chip.tsx';

type Props = { readonly connection: ConnectionView };

export const ConnectionName = ({ connection: { name, isDefault } }: Props) => {
  const { t } = useTranslation();
  return (
    <Group gap={6} wrap="nowrap" miw={0}>
      <Text size="sm" fw={600} truncate title={name}>
        {name}
      </Text>
      {isDefault && (
        <Badge
          variant="default"
          className={classes.default ?? ''}
          leftSection={<IconStarFilled size={10} aria-hidden />}
          title={t('connections.default')}
        >
          {t('connections.defaultBadge')}
        </Badge>
      )}
    </Group>
  );
};

const reasons = new Set([
  'logged-out',
  'replaced',
  'qr-timeout',
  'forbidden',
  'multi-device-mismatch',
  'bad-session',
  'connection-lost',
  'connector-away',
  'unavailable',
]);

/** How the session stands, and why it does not work if it does not. */
export const ConnectionState = ({ connection: { status, reason } }: Props) => {
  const { t } = useTranslation();
  const known = reason !== null && reasons.has(reason) ? reason : 'other';
  return (
    <Stack gap={4} align="flex-start" miw={0}>
      <StatusChip status={status} />
      {reason !== null && status !== 'CONNECTED' && reason !== 'restart-required' && (
        <Text size="xs" c="dimmed">
          {t(`connections.reasons.${known}`)}
        </Text>
      )}
    </Stack>
  );
};

const mostShown = 2;

export const QueueBadges = ({ connection: { queues } }: Props) => {
  const { t } = useTranslation();
  if (queues.length === 0) {
    return (
      <Text size="xs" c="dimmed">
        {t('connections.noQueues')}
      </Text>
    );
  }
  const more = queues.slice(mostShown);
  return (
    <Group gap={4}>
      {queues.slice(0, mostShown).map(queue => (
        <Badge
          key={queue.id}
          variant="default"
          className={classes.queue ?? ''}
          title={queue.name}
          leftSection={<span className={classes.dot} style={{ background: queue.color }} />}
        >
          {queue.name}
        </Badge>
      ))}
      {more.length > 0 && (
        <Badge
          variant="default"
          className={classes.queue ?? ''}
          title={more.map(({ name }) => name).join(', ')}
        >
          {t('connections.moreQueues', { count: more.length })}
        </Badge>
      )}
    </Group>
  );
};
