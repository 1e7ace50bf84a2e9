import { Table } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { partName } from '#contracts/answer-words/part-name.ts';
import type { AnswerFigures, VersionAnswer } from '#contracts/questions.ts';
import type { Grouping } from '#domain/questions/definition.ts';
import { spokenDuration } from '../../../shared/spoken-duration.ts';
import classes from './questions.module.css';

const measures = ['median', 'p90', 'average'] as const;

type Answer = VersionAnswer & { readonly name: string };

/** The figures of one answer, or of two and the difference between them. */
export const FiguresTable = ({ answers }: { readonly answers: readonly Answer[] }) => {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const number = (value: number) => new Intl.NumberFormat(language).format(value);
  const [one, other] = answers;
  return (
    <Table.ScrollContainer minWidth={answers.length > 1 ? 480 : 200} type="native" tabIndex={0}>
      <Table verticalSpacing="xs" className={classes.table ?? ''}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('questions.figure')}</Table.Th>
            {answers.map(({ version, name }) => (
              <Table.Th key={version.id} scope="col">
                {name}
              </Table.Th>
            ))}
            {other && <Table.Th scope="col">{t('questions.difference')}</Table.Th>}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          <Table.Tr>
            <Table.Th scope="row">{t('questions.count')}</Table.Th>
            {answers.map(({ version, total }) => (
              <Table.Td key={version.id} className="figures">
                {number(total.count)}
              </Table.Td>
            ))}
            {one && other && (
              <Table.Td className="figures">{signed(other.total.count - one.total.count, number)}</Table.Td>
            )}
          </Table.Tr>
          {measures.map(measure => (
            <Table.Tr key={measure}>
              <Table.Th scope="row">{t(`questions.${measure}`)}</Table.Th>
              {answers.map(({ version, total }) => (
                <Table.Td key={version.id} className="figures">
                  {spokenDuration(t, total[measure])}
                </Table.Td>
              ))}
              {one && other && (
                <Table.Td className="figures">
                  {difference(t, one.total[measure], other.total[measure])}
                </Table.Td>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
};

type Row = AnswerFigures & { readonly key: string | null; readonly name: string | null };
type Split = { readonly id: string; readonly name: string; readonly rows: readonly Row[] };
type SplitProps = {
  readonly title: string;
  readonly by: Exclude<Grouping, 'none'>;
  readonly answers: readonly Split[];
};

/** How many there were and their median, for each part of one or two answers. */
export const SplitTable = ({ title, by, answers }: SplitProps) => {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const keys = keysIn(answers, by);
  const names = new Map(answers.flatMap(({ rows }) => rows.map(({ key, name }) => [key, name])));
  const words = { noKey: t('questions.noKey'), unknown: t('questions.unknown') };
  const labelOf = (key: string | null): string => partName(key, names.get(key), { by, language, ...words });
  const measures = ['count', 'median', 'p90'] as const;
  return (
    <Table.ScrollContainer minWidth={answers.length > 1 ? 620 : 320} type="native" tabIndex={0}>
      <Table verticalSpacing="xs" className={classes.table ?? ''}>
        <Table.Thead>
          {answers.length > 1 && (
            <Table.Tr>
              <Table.Td />
              {answers.map(({ id, name }) => (
                <Table.Th key={id} colSpan={measures.length} scope="colgroup">
                  {name}
                </Table.Th>
              ))}
            </Table.Tr>
          )}
          <Table.Tr>
            <Table.Th scope="col">{title}</Table.Th>
            {answers.flatMap(({ id }) =>
              measures.map(measure => (
                <Table.Th key={`${id}/${measure}`} scope="col">
                  {t(`questions.${measure}`)}
                </Table.Th>
              )),
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {keys.map(key => (
            <Table.Tr key={key ?? 'none'}>
              <Table.Th scope="row" fw={500}>
                {labelOf(key)}
              </Table.Th>
              {answers.flatMap(({ id, rows }) => {
                const row = rows.find(each => each.key === key);
                return measures.map(measure => (
                  <Table.Td key={`${id}/${measure}`} className="figures">
                    {measure === 'count'
                      ? new Intl.NumberFormat(language).format(row?.count ?? 0)
                      : spokenDuration(t, row?.[measure] ?? null)}
                  </Table.Td>
                ));
              })}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
};

/** What one of the answers has: times in their order, the newest month first, the rest as they come. */
const keysIn = (answers: readonly Split[], by: SplitProps['by']): readonly (string | null)[] => {
  const keys = [...new Set(answers.flatMap(({ rows }) => rows.map(({ key }) => key)))];
  if (by === 'month') return keys.toSorted().toReversed();
  return by === 'weekday' || by === 'hour' ? keys.toSorted((a, b) => Number(a) - Number(b)) : keys;
};

const signed = (value: number, say: (value: number) => string): string =>
  value > 0 ? `+${say(value)}` : value < 0 ? `−${say(-value)}` : say(0);

const difference = (t: TFunction, one: number | null, other: number | null): string =>
  one === null || other === null
    ? '–'
    : // What is shown as nothing has no sign.
      signed(Math.round((other - one) / 1_000) * 1_000, value => spokenDuration(t, value));
