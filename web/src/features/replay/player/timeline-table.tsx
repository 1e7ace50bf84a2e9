import { Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Aligned } from './aligned.ts';
import { instantOf, type Side } from './played-side.ts';
import { hourOf } from './spoken-clock.ts';
import { lineTexts } from './timeline-chart.ts';

const hourMs = 3_600_000;
/** Longer periods are shown by the day. */
const mostRows = 48;

/** The chart's numbers: how many waited and were attended to at the end of each hour, or of each day. */
export const TimelineTable = ({ side, beside }: { readonly side: Side; readonly beside: Aligned | null }) => {
  const { t, i18n } = useTranslation();
  const { scan, player } = side;
  const step = player.duration / hourMs > mostRows ? 24 * hourMs : hourMs;
  const times = Array.from({ length: Math.ceil(player.duration / step) }, (_, index) =>
    Math.min((index + 1) * step, player.duration),
  );
  const withDay = player.duration > 36 * hourMs;
  return (
    <Table.ScrollContainer minWidth={0} maxHeight={220} type="native" tabIndex={0}>
      <Table stickyHeader>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('replayPlayer.until')}</Table.Th>
            <Table.Th>{t(lineTexts.waiting)}</Table.Th>
            <Table.Th>{t(lineTexts.attending)}</Table.Th>
            {beside && <Table.Th>{`${t(lineTexts.waiting)} (${t('replayPlayer.besideShort')})`}</Table.Th>}
            {beside && <Table.Th>{`${t(lineTexts.attending)} (${t('replayPlayer.besideShort')})`}</Table.Th>}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {times.map(time => {
            const { waiting, attending } = scan.seek(scan.movesUpTo(time)).counters;
            const other = beside?.countersAt(time);
            return (
              <Table.Tr key={time}>
                <Table.Td>{hourOf(instantOf(side, time), i18n.language, withDay)}</Table.Td>
                <Table.Td className="figures">{waiting}</Table.Td>
                <Table.Td className="figures">{attending}</Table.Td>
                {other && <Table.Td className="figures">{other.waiting}</Table.Td>}
                {other && <Table.Td className="figures">{other.attending}</Table.Td>}
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
};
