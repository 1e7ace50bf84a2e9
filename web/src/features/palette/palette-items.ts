import { plain } from '../../shared/plain-text.ts';

export const groups = ['ticket', 'tickets', 'contacts', 'go'] as const;

/** Something to choose in the palette. */
export type PaletteItem = {
  readonly id: string;
  readonly group: (typeof groups)[number];
  readonly text: string;
  /** What tells it from others of the same name. */
  readonly detail?: string;
  readonly run: () => void;
};

/** What is always there and has all the words that are typed, however they are accented; then what was found. */
export const paletteItems = (
  typed: string,
  known: readonly PaletteItem[],
  found: readonly PaletteItem[],
): readonly PaletteItem[] => {
  const words = plain(typed)
    .split(/\s+/)
    .filter(word => word !== '');
  const fits = ({ text }: PaletteItem): boolean => words.every(word => plain(text).includes(word));
  const all = [...known.filter(fits), ...found];
  return groups.flatMap(group => all.filter(item => item.group === group));
};
