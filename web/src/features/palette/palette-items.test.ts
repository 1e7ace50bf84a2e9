import { describe, expect, it } from 'vitest';
import { type PaletteItem, paletteItems } from './palette-items.ts';

const item = (id: string, group: PaletteItem['group'], text: string): PaletteItem => ({
  ...{ id, group, text },
  run: () => undefined,
});
const known = [
  item('go', 'go', 'Conexões'),
  item('next', 'go', 'Aceitar o próximo'),
  item('resolve', 'ticket', 'Resolver'),
];
const ids = (typed: string, found: readonly PaletteItem[] = []) =>
  paletteItems(typed, known, found).map(({ id }) => id);

describe('the palette', () => {
  it('begins with what can be done with the open ticket', () => {
    expect(ids('')).toEqual(['resolve', 'go', 'next']);
  });
  it('finds what has all the words, without regard to accents and case', () => {
    expect(ids('conexoes')).toEqual(['go']);
    expect(ids('PROXIMO aceitar')).toEqual(['next']);
    expect(ids('nada')).toEqual([]);
  });
  it('shows what was found whatever it is called', () => {
    const found = [item('carla', 'contacts', 'Carla'), item('ticket', 'tickets', 'Diego')];
    expect(ids('5511', found)).toEqual(['ticket', 'carla']);
  });
});
