import { partsToSeek } from '#domain/contact/number.ts';
import { contactKeys } from '../../contact-keys.ts';
import { plainText } from '../plain-text.ts';
import type { Parameters } from './statement.ts';

/** What finds contacts by their keys, as Postgres reads a `tsquery`: see `projections/contact-keys.ts`. */
export type KeyQuery = string;

const key = (text: string): KeyQuery => `'${text}'`;
export const allOf = (keys: readonly KeyQuery[]): KeyQuery => `(${keys.join(' & ')})`;
export const oneOf = (keys: readonly KeyQuery[]): KeyQuery => `(${keys.join(' | ')})`;

export const ofCompany = (companyId: string): KeyQuery => key(`c:${companyId}`);
/** Of these default queues and of none. */
export const ofQueues = (ids: readonly string[]): KeyQuery => oneOf(['', ...ids].map(id => key(`q:${id}`)));
/** In the wallet of one of these users, and in nobody's. */
export const inWallets = (ids: readonly string[]): KeyQuery => oneOf(['', ...ids].map(id => key(`w:${id}`)));
/** One of 256 contacts, as good as drawn. */
export const sample = key('#00');
export const hasBeginnings = (keys: KeyQuery): boolean => keys.includes(':*');

/** A condition on contacts that their index serves. */
export const havingKeys = (keys: KeyQuery, add: Parameters['add']): string =>
  `${contactKeys} @@ ${add(keys)}::text::tsquery`;

/** `numbers` are parts of a number as it may be kept: one of them is enough. None where it is none that is looked for. */
export type Sought = { readonly words: string; readonly numbers: readonly string[] };

/**
 * What a search has in it, for a condition on `sought`, `email` and `number`: a part of the name or e-mail or, where it
 * has no letters, digits of the number. Undefined when there is nothing to look for.
 */
export const soughtIn = (search: string): Sought | undefined => {
  const words = plainText(search);
  if (words === '') return undefined;
  return { words, numbers: /\p{L}/u.test(words) ? [] : partsToSeek(words) };
};

/** What all contacts that have it in them have among their keys; undefined when that cannot be said. */
export const keysOfSearch = (search: string): KeyQuery | undefined => {
  const sought = soughtIn(search);
  if (!sought) return undefined;
  const { words, numbers } = sought;
  const byName = keysOfPiece(words);
  const others = numbers.filter(number => number !== words);
  if (others.length === 0 || !byName) return byName;
  const byNumber = others.map(keysOfPiece);
  return byNumber.includes(undefined) ? undefined : oneOf([byName, ...byNumber.flatMap(keys => keys ?? [])]);
};

/**
 * Of a piece of a plain text, letters three by three as pg_trgm takes them from the whole; enough of them to find few
 * contacts beside those that have the piece, as each costs the reading of its list. Letters that are not plain are left
 * to the condition. Short words count where there are no others: between spaces pg_trgm takes them with two before them
 * and one behind. Where the piece begins or ends it may be in the middle of a word.
 */
export const keysOfPiece = (piece: string): KeyQuery | undefined => {
  const runs = [...piece.matchAll(/[a-z0-9]+/g)].map(({ 0: run, index }) => ({
    run,
    begins: piece[index - 1] === ' ',
    ends: piece[index + run.length] === ' ',
  }));
  const long = runs.flatMap(({ run }) => threes(run).map(key));
  const keys = long.length > 0 ? long : runs.flatMap(ofShort);
  return keys.length > 0 ? allOf([...new Set(keys)]) : undefined;
};

/** Every second one, and the last. */
const threes = (run: string): readonly string[] =>
  Array.from(run, (_, start) => run.slice(start, start + 3)).filter(
    ({ length }, start) => length === 3 && (start % 2 === 0 || start === run.length - 3),
  );

type Run = { readonly run: string; readonly begins: boolean; readonly ends: boolean };

const ofShort = ({ run, begins, ends }: Run): readonly KeyQuery[] => {
  if (run.length === 1) return begins ? [key(ends ? ` ${run} ` : `  ${run}`)] : [];
  if (!begins && !ends) return [`${key(run)}:*`];
  return [...(begins ? [key(` ${run}`)] : []), ...(ends ? [key(`${run} `)] : [])];
};
