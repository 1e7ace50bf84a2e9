import { describe, expect, it } from 'vitest';
import { isEmojiOnly, type TextPart, textParts, unmarked } from './message-format.ts';

const drawn = (parts: readonly TextPart[]): string =>
  parts
    .map(part => {
      if (part.kind === 'plain') return part.text;
      if (part.kind === 'link') return `[${part.text}](${part.href})`;
      if ('parts' in part) return `<${part.kind} ${drawn(part.parts)}>`;
      return `<${part.kind} ${part.text}>`;
    })
    .join('');

describe('a text as WhatsApp draws it', () => {
  it.each([
    ['*Ana:*\nBom dia', '<bold Ana:>\nBom dia'],
    ['é _muito_ ~caro~ barato', 'é <italic muito> <struck caro> barato'],
    ['*duas palavras* e *mais*.', '<bold duas palavras> e <bold mais>.'],
    ['*tudo _isso_ junto*', '<bold tudo <italic isso> junto>'],
    ['```um\n*bloco*```', '<block um\n*bloco*>'],
    ['use `a*b*c` aqui', 'use <code a*b*c> aqui'],
    ['(*sim*)', '(<bold sim>)'],
  ])('draws %j', (text, expected) => expect(drawn(textParts(text))).toBe(expected));

  it.each([
    '2*3*4',
    'nome_do_arquivo_novo',
    '* lista * de',
    '*aberto',
    'a*\nb*',
    '',
    '**',
    '1 ~ 2 ~ 3',
    '``',
  ])('leaves %j alone', text => expect(drawn(textParts(text))).toBe(text));
});

describe('an address in a text', () => {
  it.each([
    [
      'veja https://loja.example/a?b=1&c=2.',
      'veja [https://loja.example/a?b=1&c=2](https://loja.example/a?b=1&c=2).',
    ],
    ['www.loja.com.br/pão', '[www.loja.com.br/pão](https://www.loja.com.br/pão)'],
    ['(loja.com.br)', '([loja.com.br](https://loja.com.br))'],
    ['https://a.org/b_(c)', '[https://a.org/b_(c)](https://a.org/b_(c))'],
    ['https://a.org/um_dois_tres', '[https://a.org/um_dois_tres](https://a.org/um_dois_tres)'],
    ['ana@loja.com.br, sim', '[ana@loja.com.br](mailto:ana@loja.com.br), sim'],
    [
      'https://www.instagram.com/maria_',
      '[https://www.instagram.com/maria_](https://www.instagram.com/maria_)',
    ],
    ['https://a.org/~ e _b_', '[https://a.org/~](https://a.org/~) e <italic b>'],
    ['_veja https://a.org_', '<italic veja [https://a.org](https://a.org)>'],
    ['*https://a.org*', '<bold [https://a.org](https://a.org)>'],
  ])('of %j leads there', (text, expected) => expect(drawn(textParts(text))).toBe(expected));

  it.each(['javascript:alert(1)', 'data:text/html,x', 'arquivo.txt', 'fim.Depois', 'R$ 12.50', 'a.b.c'])(
    '%j is none',
    text => expect(drawn(textParts(text))).toBe(text),
  );

  it.each(['*_~`', '*a ', '+', 'a.', '*a* ', '((('])(
    'does not hold up the screen in %j again and again',
    piece => {
      const text = piece.repeat(16_000);
      const parts = textParts(text);
      expect(parts.length).toBeLessThan(1_000);
      expect(parts.at(-1)).toMatchObject({ kind: 'plain' });
    },
  );
});

describe('emojis alone', () => {
  it.each(['👍', '❤️', '👨‍👩‍👧 🎉', '🇧🇷'])('are %j', text => expect(isEmojiOnly(text)).toBe(true));
  it.each(['', ' ', '👍 ok', '1', '👍👍👍👍'])('are not %j', text => expect(isEmojiOnly(text)).toBe(false));
});

it('leaves the words alone where there is one line for them', () => {
  expect(unmarked('*Ana:*\nveja _já_ em https://exemplo.com.br')).toBe(
    'Ana:\nveja já em https://exemplo.com.br',
  );
});
