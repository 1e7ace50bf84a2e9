import { shortName } from '#domain/contact/short-name.ts';
import { ofCell } from '#domain/shared/csv.ts';
import { isMobile, type PhoneReading, readPhone, unseen } from './read-phone.ts';

/** Which column is what, counted from 0. */
export type ImportMapping = {
  readonly name: number | null;
  /** Whose words follow the name's: middle names and surnames. */
  readonly surnames?: readonly number[] | undefined;
  /** What somebody is called who has no name. */
  readonly company?: number | null | undefined;
  readonly number: number;
  /** Where else a number may stand: the first mobile one counts, else the first that is one. */
  readonly otherNumbers?: readonly number[] | undefined;
  readonly email: number | null;
  /** Columns that become extra information, under their headings. */
  readonly extra: readonly { readonly column: number; readonly name: string }[];
  /** Added to numbers that have no area code. */
  readonly areaCode: string | null;
};

export type RowContact = {
  readonly name: string;
  /** The name is shorter than the row has it. */
  readonly isNameCut?: boolean;
  readonly number: string;
  readonly email: string | null;
  readonly extra: readonly { readonly name: string; readonly value: string }[];
};
/** Why a row is no contact; `broken-line`, `name-too-short` and `refused` are said of rows elsewhere. */
type RowProblem = Extract<PhoneReading, { problem: string }>['problem'] | 'bad-email';
export type RowReading = { readonly contact: RowContact } | { readonly problem: RowProblem };

const email = /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/;
const longestEmail = 200;
const longestExtraName = 100;

/** The contact that a row is about, or why it is about none. Who has no name goes by the number. */
export const readRow = (cells: readonly string[], mapping: ImportMapping): RowReading => {
  const at = (column: number | null | undefined): string =>
    typeof column === 'number' ? ofCell(cells[column] ?? '').trim() : '';
  const phone = phoneOf([mapping.number, ...(mapping.otherNumbers ?? [])].map(at), mapping.areaCode);
  if ('problem' in phone) return phone;
  const { number } = phone;
  const whole = wholeName(at(mapping.name), (mapping.surnames ?? []).map(at)) || at(mapping.company);
  const name = shortName(whole) || number;
  const address = firstOf(at(mapping.email)).replaceAll(unseen, '');
  if (address !== '' && (!email.test(address) || address.length > longestEmail))
    return { problem: 'bad-email' };
  const extra = mapping.extra
    .map(each => ({ name: each.name.slice(0, longestExtraName), value: at(each.column) }))
    .filter(({ value }) => value !== '');
  const isNameCut = whole !== '' && name !== whole;
  return { contact: { name, isNameCut, number, email: address || null, extra } };
};

/** A surname that the name has already is not said twice. */
const wholeName = (name: string, surnames: readonly string[]): string =>
  surnames.reduce((whole, each) => (hasWords(whole, each) ? whole : `${whole} ${each}`.trim()), name);

const hasWords = (text: string, words: string): boolean => wordsAlone(text).includes(wordsAlone(words));
const wordsAlone = (text: string): string =>
  ` ${text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()} `;

/** As Google puts several into one cell. */
const parted = /\s*:::\s*/;
const firstOf = (cell: string): string => cell.split(parted).find(each => each !== '') ?? '';

const phoneOf = (cells: readonly string[], areaCode: string | null): PhoneReading => {
  const readings = cells.map(cell => phoneIn(cell, areaCode));
  const numbers = readings.filter(reading => 'number' in reading);
  const mobile = numbers.length > 1 ? numbers.find(({ number }) => isMobile(number)) : undefined;
  const said = readings.find(reading => !('problem' in reading && reading.problem === 'no-number'));
  return mobile ?? numbers[0] ?? said ?? { problem: 'no-number' };
};

/** The first number of a cell that is one, else what is wrong with the first. */
export const phoneIn = (cell: string, areaCode: string | null): PhoneReading => {
  const readings = cell.split(parted).map(each => readPhone(each, areaCode));
  return readings.find(reading => 'number' in reading) ?? readings[0] ?? { problem: 'no-number' };
};
