import { columnNames, plainHeading } from './column-names.ts';
import { type ImportMapping, phoneIn } from './read-row.ts';

type Guess = Pick<ImportMapping, 'name' | 'email' | 'surnames' | 'company' | 'otherNumbers'> & {
  readonly number: number | null;
};
type Rows = readonly (readonly string[])[];
/** What fits a field by its cells: never a column of something else; one that has some goes before an empty one. */
type Fits = (column: number) => 'has' | 'may' | 'no';

/**
 * Which column is what, by what it is called and by what stands in it; null where nothing fits. People look at it
 * before anything is imported.
 */
export const guessMapping = (headings: readonly string[], sample: Rows): Guess => {
  const { take, takeAll, taken } = taker(headings);
  const { phones, addresses, words } = contentOf(sample);
  const byContent = headings.findIndex((_, column) => phones(column) === 'has');
  const number = take(columnNames.mobile, phones) ?? take(columnNames.number, phones) ?? taken(byContent);
  const email = take(columnNames.email, addresses);
  const isPart = (column: number) =>
    isNamed(headings[column], [...columnNames.surname, ...columnNames.company]);
  const name =
    take(columnNames.name, words, 'exact') ??
    take(columnNames.givenName, words) ??
    take(columnNames.name, column => (isPart(column) ? 'no' : words(column)));
  const surnames = name === null ? [] : takeAll(columnNames.surname, words);
  const company = take(columnNames.company, words);
  const isForWhatsApp = number !== null && columnNames.ofWhatsApp.test(plainHeading(headings[number] ?? ''));
  const otherNumbers = isForWhatsApp
    ? []
    : takeAll([...columnNames.mobile, ...columnNames.number], column =>
        phones(column) === 'has' ? 'has' : 'no',
      );
  return {
    ...{ number, email, name: name ?? company },
    ...(surnames.length > 0 ? { surnames } : {}),
    ...(name !== null && company !== null ? { company } : {}),
    ...(number !== null && otherNumbers.length > 0 ? { otherNumbers } : {}),
  };
};

/** Gives out columns, each once. */
const taker = (headings: readonly string[]) => {
  const names = headings.map(plainHeading);
  const given = new Set<number>();
  const taken = (column: number): number | null => {
    if (column < 0) return null;
    given.add(column);
    return column;
  };
  const matches = (words: readonly string[], fits: Fits, how: 'exact' | 'within'): readonly number[] => {
    const free = names.flatMap((name, column) =>
      !given.has(column) && fits(column) !== 'no' && !columnNames.never.test(name) ? [column] : [],
    );
    const found = words.flatMap(word =>
      free.filter(column => (how === 'exact' ? names[column] === word : isNamed(names[column], [word]))),
    );
    return found;
  };
  const take = (words: readonly string[], fits: Fits, how: 'exact' | 'within' = 'within'): number | null => {
    const all = [
      ...matches(words, fits, 'exact'),
      ...(how === 'exact' ? [] : matches(words, fits, 'within')),
    ];
    return taken(all.find(column => fits(column) === 'has') ?? all[0] ?? -1);
  };
  /** In the order of the file. */
  const takeAll = (words: readonly string[], fits: Fits): readonly number[] =>
    [...new Set(matches(words, fits, 'within'))]
      .toSorted((one, other) => one - other)
      .slice(0, mostOfOneField)
      .map(column => taken(column) ?? column);
  return { take, takeAll, taken };
};

const isNamed = (heading: string | undefined, words: readonly string[]): boolean => {
  const name = ` ${plainHeading(heading ?? '')} `;
  return words.some(word => name.includes(` ${word} `));
};

const mostOfOneField = 8;

const contentOf = (sample: Rows) => {
  const fitting =
    (isOne: (cell: string) => boolean, least: number): Fits =>
    column => {
      const filled = sample.flatMap(cells => (cells[column] ? [cells[column]] : []));
      if (filled.length === 0) return 'may';
      return filled.filter(isOne).length >= Math.max(1, filled.length * least) ? 'has' : 'no';
    };
  return {
    phones: fitting(isPhone, 0.5),
    addresses: fitting(cell => cell.includes('@'), 0.5),
    words: fitting(cell => !isPhone(cell) && !cell.includes('@'), 0.5),
  };
};

const isPhone = (text: string): boolean => 'number' in phoneIn(text, '11');

/** So many rows of a file may stand before the one that names its columns. */
const mostBefore = 20;

/**
 * Where the row stands that names the columns; -1 where there is none, as a row of a contact has a number to call.
 * Titles and what else stands above it are no contacts.
 */
export const headingAt = (rows: Rows): number => {
  const firstContact = rows.slice(0, mostBefore).findIndex(cells => cells.some(isPhone));
  if (firstContact === 0) return -1;
  const above = rows.slice(0, firstContact < 0 ? mostBefore : firstContact).map(scoreOf);
  const best = Math.max(...above);
  return above.indexOf(best);
};

const known = [
  ...columnNames.mobile,
  ...columnNames.number,
  ...columnNames.email,
  ...columnNames.name,
  ...columnNames.givenName,
];

/** How much of a heading a row is: by names that are known, then by how many cells have something. */
const scoreOf = (cells: readonly string[]): number => {
  const filled = cells.filter(cell => cell !== '');
  const named = filled.filter(cell => isNamed(cell, known));
  return (filled.length > 1 ? named.length * 1_000 : 0) + filled.length;
};
