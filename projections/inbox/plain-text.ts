import { cutText } from '#domain/shared/text.ts';

const ascii = /^[\0-\x7f]*$/;
const accented = /\p{M}/gu;

/** A text as searches compare it: without accents, in lower case, words apart by one space. */
export const plainText = (text: string): string =>
  (ascii.test(text) ? text : text.normalize('NFD').replaceAll(accented, ''))
    .toLowerCase()
    .replaceAll(/\s+/g, ' ')
    .trim();

const soughtCharacters = 16_384;

/** What is found of a message's text: of a very long one its beginning. */
export const soughtText = (body: string): string => plainText(cutText(body, soughtCharacters));

/**
 * The words of a plain text as stems, in SQL. Portuguese stems need the endings that lost their accents, and know
 * -ões as no form of -ão.
 */
export const vectorOf = (text: string): string => `to_tsvector('projection.words', ${endings(text)})`;
/** What finds them. */
export const stemsOf = (text: string): string => `plainto_tsquery('projection.words', ${endings(text)})`;

/**
 * What a plain text must look like to have these stems, for a glance that costs a tenth of the stems themselves: the
 * stemmer only cuts words off at their end, and in plain text no ending that it would write anew keeps its accent.
 */
export const mayHaveStemsOf = (text: string, word: string): string => `${endings(text)} like all (array(
  select '%' || replace(lexeme, '\\', '\\\\') || '%' from unnest(${vectorOf(word)})))`;

const endings = (text: string): string => `replace(replace(${text}, 'oes', 'ao'), 'cao', 'ção')`;
