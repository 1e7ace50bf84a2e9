import { expect, it } from 'vitest';
import { spokenWords } from './spoken-words.ts';

it('says a message of ours without the name that was put above it, and without marks', () => {
  const body = '*Ana:*\nSegue *hoje* às _18h_';
  expect(spokenWords({ body, fromMe: true, mediaType: 'text' })).toBe('Segue hoje às 18h');
});

it('leaves what a contact wrote in the form of a name, but for the marks', () => {
  expect(spokenWords({ body: '*Ana:*\noi', fromMe: false, mediaType: 'text' })).toBe('Ana:\noi');
});

it('says the names of cards and the words of a place', () => {
  const card = (name: string) =>
    `BEGIN:VCARD\nVERSION:3.0\nFN:${name}\nTEL;waid=5511999990000:+55 11 9\nEND:VCARD`;
  const cards = { body: `${card('Beto')}\n${card('Cida')}`, fromMe: false, mediaType: 'vcard' } as const;
  expect(spokenWords(cards)).toBe('Beto, Cida');
  const body = 'data:image/png;base64,AA|https://maps.example/x|Praça da Sé';
  expect(spokenWords({ body, fromMe: false, mediaType: 'locationMessage' })).toBe('Praça da Sé');
});
