import { Badge, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { AttendantFigures } from '#contracts/dashboard.ts';
import { spokenDuration } from '../../shared/spoken-duration.ts';
import classes from './dashboard.module.css';
import { Definition } from './figure-card.tsx';
import { figureName } from './metric-name.ts';
import { Openable, type ShownFigure } from './open-figure.tsx';

const columns = [
  { name: 'rating', definition: 'report.definitions.marks' },
  { name: 'avgSupportTime', definition: 'definitions.avgSupportTime' },
  { name: 'finished', definition: 'definitions.supportFinished' },
] as const;

/** What each attendant did, and who is there. */
export const Attendants = ({ rows }: { readonly rows: readonly AttendantFigures[] }) => {
  const { t, i18n } = useTranslation();
  const number = (value: number) =>
    new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 2 }).format(value);
  const of = (row: AttendantFigures, figure: ShownFigure['figure']): ShownFigure => ({
    title: `${figureName(t, figure)} · ${row.name}`,
    ...{ figure, part: { by: 'user', key: row.id } },
  });
  return (
    <section className={classes.panel} aria-label={t('dashboard.attendants.title')}>
      <h2 className={classes.heading}>{t('dashboard.attendants.title')}</h2>
      <Table.ScrollContainer minWidth={520} type="native" tabIndex={0}>
        <Table verticalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('dashboard.attendants.name')}</Table.Th>
              {columns.map(({ name, definition }) => (
                <Table.Th key={name} scope="col">
                  <span className={classes.columnHead}>
                    {t(`dashboard.attendants.${name}`)}
                    <Definition
                      label={t(`dashboard.attendants.${name}`)}
                      text={t(`dashboard.${definition}`)}
                    />
                  </span>
                </Table.Th>
              ))}
              <Table.Th>{t('dashboard.attendants.status')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(row => (
              <Table.Tr key={row.id}>
                <Table.Td>{row.removed ? t('dashboard.gone.user', { name: row.name }) : row.name}</Table.Td>
                <Table.Td className="figures">
                  <Openable figure={of(row, 'rated')} count={row.ratings}>
                    {row.rating === null
                      ? '–'
                      : t('dashboard.attendants.ratingOf', {
                          rating: number(row.rating),
                          count: row.ratings,
                        })}
                  </Openable>
                </Table.Td>
                <Table.Td className="figures">
                  <Openable figure={of(row, 'avgSupportTime')} count={Number(row.avgSupportTimeMs !== null)}>
                    {spokenDuration(t, row.avgSupportTimeMs)}
                  </Openable>
                </Table.Td>
                <Table.Td className="figures">
                  <Openable figure={of(row, 'supportFinished')} count={row.finished}>
                    {number(row.finished)}
                  </Openable>
                </Table.Td>
                <Table.Td>
                  <Badge variant="outline" color={row.online ? 'green' : 'gray'} size="sm" radius="sm">
                    {row.online ? t('dashboard.attendants.online') : t('dashboard.attendants.offline')}
                  </Badge>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {rows.length === 0 && (
        <Text size="sm" c="dimmed" p="sm">
          {t('dashboard.attendants.none')}
        </Text>
      )}
    </section>
  );
};
