import { Group, ScrollArea, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ConnectionView } from '#contracts/views.ts';
import { dateAndTime, phoneNumber } from '../../shared/formats.ts';
import { ConnectionActions } from './connection-actions.tsx';
import { ConnectionMenu } from './connection-menu.tsx';
import { ConnectionName, ConnectionState, QueueBadges } from './connection-parts.tsx';
import classes from './connections.module.css';
import type { DialogKind } from './dialog-choice.ts';

type Props = {
  readonly connections: readonly ConnectionView[];
  readonly onOpen: (kind: DialogKind, connectionId: string) => void;
};

export const ConnectionsTable = ({ connections, onOpen }: Props) => {
  const { t } = useTranslation();
  return (
    <ScrollArea
      className={classes.frame ?? ''}
      viewportProps={{ tabIndex: 0, 'aria-label': t('navigation.connections'), role: 'region' }}
    >
      <Table className={classes.table ?? ''} verticalSpacing={8} horizontalSpacing="md" stickyHeader>
        <Table.Thead>
          <Table.Tr>
            <Table.Th w="20%">{t('connections.name')}</Table.Th>
            <Table.Th w="17%">{t('connections.status')}</Table.Th>
            <Table.Th w={170}>{t('connections.number')}</Table.Th>
            <Table.Th>{t('connections.queues')}</Table.Th>
            <Table.Th w={150}>{t('connections.updatedAt')}</Table.Th>
            <Table.Th w={344} ta="right">
              {t('connections.actions')}
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {connections.map(connection => (
            <ConnectionRow
              key={connection.id}
              connection={connection}
              onOpen={kind => onOpen(kind, connection.id)}
            />
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea>
  );
};

type RowProps = { readonly connection: ConnectionView; readonly onOpen: (kind: DialogKind) => void };

const ConnectionRow = ({ connection, onOpen }: RowProps) => (
  <Table.Tr data-testid={`connection-${connection.id}`}>
    <Table.Td>
      <ConnectionName connection={connection} />
    </Table.Td>
    <Table.Td>
      <ConnectionState connection={connection} />
    </Table.Td>
    <Table.Td className={classes.meta ?? ''}>
      <OwnNumber connection={connection} />
    </Table.Td>
    <Table.Td>
      <QueueBadges connection={connection} />
    </Table.Td>
    <Table.Td className={classes.meta ?? ''}>
      <UpdatedAt connection={connection} />
    </Table.Td>
    <Table.Td>
      <Group gap="xs" justify="flex-end" wrap="nowrap">
        <ConnectionActions connection={connection} onOpen={onOpen} />
        <ConnectionMenu connection={connection} onOpen={onOpen} />
      </Group>
    </Table.Td>
  </Table.Tr>
);

/** The same for narrow screens, where a table would have to be pushed around. */
export const ConnectionCards = ({ connections, onOpen }: Props) => (
  <ScrollArea style={{ minHeight: 0 }}>
    <ul className={classes.cards}>
      {connections.map(connection => (
        <ConnectionCard
          key={connection.id}
          connection={connection}
          onOpen={kind => onOpen(kind, connection.id)}
        />
      ))}
    </ul>
  </ScrollArea>
);

const ConnectionCard = ({ connection, onOpen }: RowProps) => (
  <li className={classes.card} data-testid={`connection-${connection.id}`}>
    <Group justify="space-between" wrap="nowrap" gap="xs" align="flex-start">
      <ConnectionName connection={connection} />
      <ConnectionMenu connection={connection} onOpen={onOpen} />
    </Group>
    <Group gap="xs" mt={2} c="dimmed" className={classes.meta ?? ''}>
      {connection.number && <OwnNumber connection={connection} />}
      {connection.number && <span aria-hidden>·</span>}
      <UpdatedAt connection={connection} />
    </Group>
    <Group mt="xs" gap="xs">
      <QueueBadges connection={connection} />
    </Group>
    <Group mt="auto" pt="sm" gap="xs" justify="space-between">
      <ConnectionState connection={connection} />
      <Group gap="xs">
        <ConnectionActions connection={connection} onOpen={onOpen} />
      </Group>
    </Group>
  </li>
);

const OwnNumber = ({ connection: { number } }: { connection: ConnectionView }) => (
  <Text span size="sm">
    {number ? phoneNumber(number) : '—'}
  </Text>
);

const UpdatedAt = ({ connection: { updatedAt } }: { connection: ConnectionView }) => {
  const { i18n } = useTranslation();
  return (
    <Text component="time" size="sm" dateTime={updatedAt}>
      {dateAndTime(updatedAt, i18n.language)}
    </Text>
  );
};
