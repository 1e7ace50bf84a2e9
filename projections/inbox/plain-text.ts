import { cutText } from '#domain/shared/text.ts';

const ascii = /^[\0-\x7f]*$/;
const accented = /\p{M}/gu;
/** Every text of a rebuild goes through here: most have no letters but these, and no spaces to be taken together. */
const western = /^[\0-\xff]*$/;
const westernLetter = /[\xc0-\xff]/g;
const spaces = /\s{2}|[^\S ]/;

const withoutAccents = (text: string): string => text.normalize('NFD').replaceAll(accented, '');

const plainLetters = new Map(
  Array.from({ length: 64 }, (_, index) => String.fromCharCode(0xc0 + index)).map(letter => [
    letter,
    withoutAccents(letter),
  ]),
);

const unaccented = (text: string): string => {
  if (ascii.test(text)) return text;
  if (!western.test(text)) return withoutAccents(text);
  return text.replaceAll(westernLetter, letter => plainLetters.get(letter) ?? letter);
};

/** A text as searches compare it: without accents, in lower case, words apart by one space. */
export const plainText = (text: string): string => {
  const plain = unaccented(text).toLowerCase();
  return (spaces.test(plain) ? plain.replaceAll(/\s+/g, ' ') : plain).trim();
};

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
