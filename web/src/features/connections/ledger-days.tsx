import { Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ConnectionLedger } from '#contracts/connections.ts';
import { dayAndMonth } from '../../shared/formats.ts';

/** The same as the figures, day by day. */
export const LedgerDays = ({ days }: Pick<ConnectionLedger, 'days'>) => {
  const { t, i18n } = useTranslation();
  if (days.length === 0) return null;
  const figure = (count: number): string => count.toLocaleString(i18n.language);
  return (
    <Table className="figures" fz="sm" horizontalSpacing={4}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th fz="xs" fw={500}>
            {t('connections.ledger.day')}
          </Table.Th>
          <Table.Th fz="xs" fw={500} ta="right">
            {t('connections.ledger.received')}
          </Table.Th>
          <Table.Th fz="xs" fw={500} ta="right">
            {t('connections.ledger.shown')}
          </Table.Th>
          <Table.Th fz="xs" fw={500} ta="right">
            {t('connections.ledger.rejected')}
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {days.map(({ day, received, shown, rejected }) => (
          <Table.Tr key={day}>
            <Table.Td>{dayAndMonth(day)}</Table.Td>
            <Table.Td ta="right">{figure(received)}</Table.Td>
            <Table.Td ta="right">{figure(shown)}</Table.Td>
            <Table.Td ta="right">{figure(sumOf(rejected))}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
};

const sumOf = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);
