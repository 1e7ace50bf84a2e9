import { Badge, Group, ScrollArea, Skeleton, Stack, Table, Text, Title } from '@mantine/core';
import { IconPlugConnected, IconStarFilled } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ConnectionView } from '#contracts/views.ts';
import { connectionsQuery } from '../../api/connections.ts';
import { useTabTitle } from '../../app/use-tab-title.ts';
import { Empty } from '../../shared/empty.tsx';
import { dateAndTime, phoneNumber } from '../../shared/formats.ts';
import { Trouble } from '../../shared/trouble.tsx';
import { useLate } from '../../shared/use-late.ts';
import { ConnectionActions } from './connection-actions.tsx';
import { StatusChip } from './status-chip.tsx';

/** The company's connections, live. */
const ConnectionsPage = () => {
  const { t } = useTranslation();
  useTabTitle(t('navigation.connections'));
  const { data, error, isPending, refetch } = useQuery(connectionsQuery);
  const late = useLate(isPending);
  return (
    <Stack p="md" gap="md" h="100%">
      <Title order={1} fz={18}>
        {t('navigation.connections')}
      </Title>
      {late && <Skeleton height={180} />}
      {error && !data && <Trouble error={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && <Empty icon={IconPlugConnected} text={t('connections.empty')} />}
      {data && data.length > 0 && (
        <ScrollArea
          style={{ border: '1px solid var(--line)', borderRadius: 8, background: 'var(--surface)' }}
          viewportProps={{ tabIndex: 0, 'aria-label': t('navigation.connections'), role: 'region' }}
        >
          <Table verticalSpacing="sm" stickyHeader miw={760}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('connections.name')}</Table.Th>
                <Table.Th>{t('connections.status')}</Table.Th>
                <Table.Th>{t('connections.number')}</Table.Th>
                <Table.Th>{t('connections.queues')}</Table.Th>
                <Table.Th>{t('connections.updatedAt')}</Table.Th>
                <Table.Th ta="right">{t('connections.actions')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {data.map(connection => (
                <ConnectionRow key={connection.id} connection={connection} />
              ))}
            </Table.Tbody>
          </Table>
        </ScrollArea>
      )}
    </Stack>
  );
};
export default ConnectionsPage;

const ConnectionRow = ({ connection }: { connection: ConnectionView }) => {
  const { t, i18n } = useTranslation();
  return (
    <Table.Tr data-testid={`connection-${connection.id}`}>
      <Table.Td>
        <Group gap={6} wrap="nowrap">
          <Text size="sm" fw={500} truncate maw={220} title={connection.name}>
            {connection.name}
          </Text>
          {connection.isDefault && (
            <IconStarFilled size={14} color="#b58100" role="img" aria-label={t('connections.default')} />
          )}
        </Group>
      </Table.Td>
      <Table.Td>
        <StatusChip status={connection.status} />
      </Table.Td>
      <Table.Td className="figures" style={{ whiteSpace: 'nowrap' }}>
        {connection.number ? phoneNumber(connection.number) : '—'}
      </Table.Td>
      <Table.Td>
        <Group gap={4}>
          {connection.queues.map(queue => (
            <Badge
              key={queue.id}
              variant="default"
              tt="none"
              fw={500}
              leftSection={
                <span
                  style={{
                    display: 'block',
                    width: 8,
                    height: 8,
                    borderRadius: '50%',
                    background: queue.color,
                  }}
                />
              }
            >
              {queue.name}
            </Badge>
          ))}
        </Group>
      </Table.Td>
      <Table.Td>
        <time dateTime={connection.updatedAt}>{dateAndTime(connection.updatedAt, i18n.language)}</time>
      </Table.Td>
      <Table.Td>
        <ConnectionActions connection={connection} />
      </Table.Td>
    </Table.Tr>
  );
};
