import { describe, expect, it } from 'vitest';
import { drawsBody, editedParts, type Part, withoutPictures, wordsPart } from './parts.ts';
import { plainOf, soughtIn } from './plain-parts.ts';

const quote: Part = {
  kind: 'quote',
  of: 'message',
  fromMe: true,
  text: 'Saiu hoje',
  mediaType: 'text',
  picture: 'AA',
};
const ad: Part = { kind: 'card', of: 'ad', title: 'Chapéus', link: 'https://ad.example' };
const preview: Part = { kind: 'card', of: 'link', title: 'Página' };

describe('the parts of a message', () => {
  it('draw its body where its words stand, and where there are none at all', () => {
    expect(drawsBody(null)).toBe(true);
    expect(drawsBody([ad, wordsPart])).toBe(true);
    expect(drawsBody([ad])).toBe(false);
  });

  it('keep what it answers when its words are edited', () => {
    expect(editedParts([quote, ad, preview, wordsPart], undefined)).toEqual([quote, ad, wordsPart]);
    expect(editedParts([quote, ad], undefined)).toEqual([quote, wordsPart]);
    expect(editedParts([ad], undefined)).toBeNull();
    expect(editedParts(null, undefined)).toBeNull();
    expect(editedParts([quote, wordsPart], [preview, wordsPart])).toEqual([quote, preview, wordsPart]);
  });

  it('say the same in plain text, what they quote for searches alone', () => {
    const card: Part = {
      ...{ kind: 'card', of: 'order', text: 'Sem cebola' },
      rows: [
        { name: 'number', value: '7' },
        { name: 'items', value: '2' },
        { name: 'total', value: '45.5', as: 'money', currency: 'BRL' },
        { label: 'Entrega', value: 'Hoje' },
      ],
      buttons: [{ label: 'Pagar', code: '0019' }],
    };
    expect(plainOf([quote, card])).toBe('🛒 Sem cebola\n#7\n2 ×\nR$ 45,50\nEntrega: Hoje\n• Pagar 0019');
    expect(soughtIn([quote, ad])).toBe('Saiu hoje\n📣 Chapéus\nhttps://ad.example');
  });

  it('go to programs without their pictures', () => {
    const { picture: _, ...words } = quote;
    expect(withoutPictures([quote, wordsPart])).toEqual([words, wordsPart]);
  });
});
