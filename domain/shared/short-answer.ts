/** A reader of short answers: what people write who were asked to choose one of a few. */

/** Letters without accents and capitals, digits without frames: as answers are compared. */
const plain = (text: string): string =>
  text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll(/\s+/g, ' ').trim();

/** Pictures, marks of formats, and what ends or parts words. A sign of money or of shares is none of these. */
const aside = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Cf}.,;:!?¡¿()[\]{}<>"'“”‘’*_~`#\-–—•·|/\\=]/gu;

const wordsOf = (text: string): readonly string[] =>
  plain(text)
    .replaceAll(aside, ' ')
    .split(' ')
    .filter(word => word !== '');

/** What is said around an answer, in three languages. */
const around = new Set(
  [
    'a o as os e eh de um por favor pf pfv pfvr pls please ok oi ola hello hola bom boa dia tarde noite',
    'opcao opcoes numero num n no nota item alternativa escolha escolho quero gostaria minha meu resposta',
    'estrela estrelas obrigado obrigada the is my i want option number answer choice star stars thanks',
    'la el los las es mi opcion respuesta quiero elijo estrella estrellas gracias',
  ].flatMap(words => words.split(' ')),
);

const numberWords = [
  ['um', 'uma', 'one', 'uno', 'una'],
  ['dois', 'duas', 'two', 'dos'],
  ['tres', 'three'],
  ['quatro', 'four', 'cuatro'],
  ['cinco', 'five'],
  ['seis', 'six'],
  ['sete', 'seven', 'siete'],
  ['oito', 'eight', 'ocho'],
  ['nove', 'nine', 'nueve'],
  ['dez', 'ten', 'diez'],
];

const digitsOf = (word: string | undefined): number => Number(/^0{0,3}(\d{1,3})$/.exec(word ?? '')?.[1] ?? 0);
/** A word counts where it stands alone or behind what asks for a number: "uma boa tarde" says none. */
const asked = new Set(['opcao', 'opcion', 'option', 'numero', 'number', 'nota', 'item', 'alternativa']);
const numberWordOf = (words: readonly string[]): number => {
  const [first = '', second, ...others] = words;
  const word = second !== undefined && others.length === 0 && asked.has(first) ? second : first;
  return word === first && words.length > 1 ? 0 : numberWords.findIndex(each => each.includes(word)) + 1;
};

/** Below zero, with a fraction, a time or a date: no place in a list. */
const otherNumber = /(^|\s)[-+]\d|\d[.,:/-]\d/;

/**
 * The one number that an answer says, whatever stands around it: "3.", "3️⃣", "opção 3", "3 ⭐", "três"; as many stars
 * are one, too. Undefined where it says several, none, or more than a number.
 */
export const numberIn = (answer: string): number | undefined => {
  const stars = answer.replaceAll(/\s|\ufe0f/g, '');
  if (/^(?:⭐|🌟|★)+$/u.test(stars)) return [...stars].length;
  const words = wordsOf(answer);
  const [only, ...others] = words.filter(word => !around.has(word));
  if (others.length > 0 || otherNumber.test(plain(answer))) return undefined;
  return digitsOf(only) || numberWordOf(words) || undefined;
};

/**
 * Which of the names an answer means, as its place in the list: by its number, counted from 1, by the name, or by the
 * line of the list that has both ("1 - Vendas"). A place may have several names. Undefined for anything else.
 */
export const choiceIn = (
  answer: string,
  names: readonly (string | readonly string[])[],
): number | undefined => {
  const number = numberIn(answer);
  if (number !== undefined && number <= names.length) return number - 1;
  const said = wordsOf(answer);
  const listed = digitsOf(said[0]) - 1;
  const line = names[listed];
  if (line !== undefined && isNamed(line, said.slice(1))) return listed;
  for (const meant of [said, said.filter(word => !around.has(word))]) {
    const place = names.findIndex(name => isNamed(name, meant));
    if (place >= 0) return place;
  }
  return undefined;
};

const isNamed = (name: string | readonly string[], words: readonly string[]): boolean =>
  words.length > 0 &&
  (typeof name === 'string' ? [name] : name).some(each => wordsOf(each).join(' ') === words.join(' '));

/** Whether an answer is a sign and, at most, the words that stand beside it in the list: "#", "# - Voltar". */
export const isSign = (answer: string, sign: string, words: readonly string[]): boolean => {
  const said = plain(answer).replaceAll(/[*_~`\s]/g, '');
  return said.startsWith(sign) && (said === sign || isNamed(words, wordsOf(answer)));
};
