import { readPhone } from './read-phone.ts';
import type { ImportMapping } from './read-row.ts';

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim();

/** What columns are called, in the order in which one is chosen. */
const called = {
  number: [
    ...['whatsapp', 'celular', 'telefone celular', 'numero whatsapp', 'numero', 'telefone', 'fone', 'phone'],
    ...['number', 'mobile', 'tel', 'movil', 'telefono', 'contato'],
  ],
  name: [
    'nome',
    'nome completo',
    'name',
    'full name',
    'cliente',
    'nombre',
    'razao social',
    'contato',
    'contact',
  ],
  email: ['e mail', 'email', 'mail', 'correo'],
} as const;

type Guess = Pick<ImportMapping, 'name' | 'email'> & { readonly number: number | null };

/**
 * Which column is what, by what it is called and by what stands in it; null where nothing fits. People look at it
 * before anything is imported.
 */
export const guessMapping = (headings: readonly string[], sample: readonly (readonly string[])[]): Guess => {
  const names = headings.map(plain);
  const taken = new Set<number>();
  const take = (column: number): number | null => {
    if (column < 0) return null;
    taken.add(column);
    return column;
  };
  const byName = (words: readonly string[], fits: (column: number) => boolean = () => true): number => {
    for (const exact of [true, false])
      for (const word of words) {
        const column = names.findIndex(
          (name, index) =>
            !taken.has(index) && fits(index) && (exact ? name === word : ` ${name} `.includes(` ${word} `)),
        );
        if (column >= 0) return column;
      }
    return -1;
  };
  const phones = (column: number) => sample.filter(cells => isPhone(cells[column] ?? '')).length;
  const hasPhones = (column: number) => sample.length === 0 || phones(column) * 2 >= sample.length;
  const named = byName(called.number, hasPhones);
  const number = take(
    named >= 0 ? named : headings.findIndex((_, column) => sample.length > 0 && hasPhones(column)),
  );
  const email = take(byName(called.email));
  const name = take(byName(called.name));
  return { number, email, name };
};

const isPhone = (text: string): boolean => 'number' in readPhone(text, '11');

/** Whether the first row names the columns: a row of a contact has a number to call. */
export const isHeading = (cells: readonly string[]): boolean => !cells.some(isPhone);
