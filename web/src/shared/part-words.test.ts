import { expect, it } from 'vitest';
import { partWords } from './part-words.ts';

it('says in one line what an ad, a quote and buttons say', () => {
  expect(partWords()).toBe('');
  expect(
    partWords([
      { kind: 'quote', of: 'status', fromMe: true, text: 'Saia azul', mediaType: 'image' },
      { kind: 'card', of: 'ad', title: 'Chapéus', rows: [{ label: 'Cor', value: 'preto' }] },
      { kind: 'words' },
      { kind: 'buttons', buttons: [{ label: 'Ver' }] },
    ]),
  ).toBe('Saia azul · Chapéus · Cor preto · Ver');
});
