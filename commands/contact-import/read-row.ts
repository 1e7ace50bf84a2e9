import { shortName } from '#domain/contact/short-name.ts';
import { ofCell } from '#domain/shared/csv.ts';
import { isName } from '#domain/shared/rules.ts';
import { type PhoneReading, readPhone } from './read-phone.ts';

/** Which column is what, counted from 0. */
export type ImportMapping = {
  readonly name: number | null;
  readonly number: number;
  readonly email: number | null;
  /** Columns that become extra information, under their headings. */
  readonly extra: readonly { readonly column: number; readonly name: string }[];
  /** Added to numbers that have no area code. */
  readonly areaCode: string | null;
};

export type RowContact = {
  readonly name: string;
  readonly number: string;
  readonly email: string | null;
  readonly extra: readonly { readonly name: string; readonly value: string }[];
};
/** Why a row is no contact; `broken-line` and `refused` are said of rows elsewhere. */
type RowProblem = Extract<PhoneReading, { problem: string }>['problem'] | 'name-too-short' | 'bad-email';
export type RowReading = { readonly contact: RowContact } | { readonly problem: RowProblem };

const email = /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/;
const longestEmail = 200;
const longestExtraName = 100;

/** The contact that a row tells of, or why it tells of none. Who has no name goes by the number. */
export const readRow = (cells: readonly string[], mapping: ImportMapping): RowReading => {
  const at = (column: number | null): string => (column === null ? '' : ofCell(cells[column] ?? '').trim());
  const phone = readPhone(at(mapping.number), mapping.areaCode);
  if ('problem' in phone) return phone;
  const { number } = phone;
  const name = shortName(at(mapping.name)) || number;
  if (!isName(name)) return { problem: 'name-too-short' };
  const address = at(mapping.email);
  if (address !== '' && (!email.test(address) || address.length > longestEmail))
    return { problem: 'bad-email' };
  const extra = mapping.extra
    .map(each => ({ name: each.name.slice(0, longestExtraName), value: at(each.column) }))
    .filter(({ value }) => value !== '');
  return { contact: { name, number, email: address || null, extra } };
};
