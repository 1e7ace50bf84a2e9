import { partsToSeek } from '#domain/contact/number.ts';
import { mayHaveStemsOf, plainText, stemsOf, vectorOf } from '../plain-text.ts';
import { allOf, havingKeys, keysOfPiece, ofCompany, oneOf } from './contact-keys.ts';
import { containing, type Parameters } from './statement.ts';

const wordsAtMost = 10;

/** The words of a search, as `sought` columns have them; none when there is nothing to look for. */
export const wordsOf = (search: string): readonly string[] =>
  [...new Set(plainText(search).split(' '))].filter(word => /[\p{L}\p{N}]/u.test(word)).slice(0, wordsAtMost);

type Add = Parameters['add'];

/** A piece that trigrams can find: without one an index would be read from end to end. */
const isFragment = (word: string): boolean => word.length >= 3 && /[\p{L}\p{N}]{2}/u.test(word);

/** Conditions on the column `sought` of a message: every word in some form, or as a piece as it stands. */
export const wordsInMessage = (words: readonly string[], message: string, add: Add): readonly string[] =>
  words.map(word => asPieceOr(inSomeForm, word, `${message}.sought`, add));

/** The same where rows are looked through one by one: no index serves it, and most rows are soon done with. */
export const wordsInEachMessage = (words: readonly string[], message: string, add: Add): readonly string[] =>
  words.map(word => asPieceOr(inSomeFormSoon, word, `${message}.sought`, add));

type InSomeForm = (column: string, word: string) => string;
const inSomeForm: InSomeForm = (column, word) => `${vectorOf(column)} @@ ${stemsOf(word)}`;
const inSomeFormSoon: InSomeForm = (column, word) =>
  `(${mayHaveStemsOf(column, word)} and ${inSomeForm(column, word)})`;

const asPieceOr = (or: InSomeForm, word: string, column: string, add: Add): string => {
  const formed = or(column, `${add(word)}::text`);
  return isFragment(word) ? `(${column} like ${add(containing(word))} or ${formed})` : formed;
};

/**
 * Conditions on a contact: every word is a piece of the name, or where the search has no letters its digits are a
 * piece of the number in any of its forms. False when that cannot be looked for by an index.
 */
export const wordsInContact = (words: readonly string[], contact: string, add: Add): readonly string[] => {
  const { named, numbers } = piecesOfContact(words);
  const ofName = named.map(word => `${contact}.sought like ${add(containing(word))}`);
  const ofNumber = numbers.map(number => `${contact}.number like ${add(containing(number))}`);
  const ways = [...(ofName.length > 0 ? [`(${ofName.join(' and ')})`] : []), ...ofNumber];
  return ways.length > 0 ? [`(${ways.join(' or ')})`] : ['false'];
};

/** What the index of contacts serves of that; nothing for words without plain letters. */
export const wordsInContactKeys = (
  words: readonly string[],
  companyId: string,
  add: Add,
): readonly string[] => {
  const { named, numbers } = piecesOfContact(words);
  const ofName = named.flatMap(word => keysOfPiece(word) ?? []);
  const ofNumber = numbers.flatMap(number => keysOfPiece(number) ?? []);
  if (named.length > 0 && ofName.length === 0) return [];
  const ways = [...(ofName.length > 0 ? [allOf(ofName)] : []), ...ofNumber];
  return ways.length > 0 ? [havingKeys(allOf([ofCompany(companyId), oneOf(ways)]), add)] : [];
};

const piecesOfContact = (words: readonly string[]) => {
  const parts = words.some(word => /\p{L}/u.test(word)) ? [] : partsToSeek(words.join(''));
  return { named: words.filter(isFragment), numbers: parts.filter(({ length }) => length >= 3) };
};
