import { csvRecords } from './csv-records.ts';
import { type ReadTable, tableLimits, UnreadableTable } from './table.ts';

const delimiters = [';', '\t', ',', '|'] as const;
/** What Excel writes into a first line of its own. */
const separatorLine = /^"?sep=(.)"?\r?\n/i;

/** Reads separated values; a line that is none is left out and named. */
export const readCsv = (text: string): ReadTable => {
  const whole = text.replace(/^\ufeff/, '');
  const said = separatorLine.exec(whole);
  // The line stays, emptied, so that those behind it keep their numbers.
  const values = said ? whole.slice(said[0].length - 1) : whole;
  const { records, broken } = csvRecords(values, said?.[1] ?? delimiterOf(values), tableLimits.rows + 2);
  if (records.length > tableLimits.rows + 1) throw new UnreadableTable('too-many-rows');
  return { rows: records, broken };
};

const looked = 20;

/**
 * What the first lines are parted by, outside of quotes: by what stands in most of them, as often in each, and often;
 * a semicolon where two are as good, as in Brazil.
 */
const delimiterOf = (text: string): string => {
  const lines = firstLines(text).map(line => line.replaceAll(/"[^"]*"/g, ''));
  const [best] = delimiters
    .map(each => ({ each, score: scoreOf(lines.map(line => line.split(each).length - 1)) }))
    .toSorted((one, other) => compared(other.score, one.score));
  return best?.each ?? ';';
};

const firstLines = (text: string): readonly string[] =>
  text
    .slice(0, 20_000)
    .split(/\r\n|[\r\n]/)
    .filter(line => line.trim() !== '')
    .slice(0, looked);

const scoreOf = (counts: readonly number[]): readonly number[] => {
  const found = counts.filter(count => count > 0);
  const alike = found.map(count => found.filter(other => other === count).length);
  return [found.length, Math.max(0, ...alike), Math.max(0, ...found)];
};

const compared = (one: readonly number[], other: readonly number[]): number => {
  const at = one.findIndex((each, index) => each !== other[index]);
  return at < 0 ? 0 : (one[at] ?? 0) - (other[at] ?? 0);
};
