import { describe, expect, it } from 'vitest';
import { formatted } from './formatting.ts';

const drawn = (text: string): string =>
  formatted(text)
    .map(part => (part.style === 'plain' ? part.text : `<${part.style} ${part.text}>`))
    .join('');

describe('the marks of WhatsApp in a text', () => {
  it.each([
    ['*Ana:*\nBom dia', '<bold Ana:>\nBom dia'],
    ['é _muito_ ~caro~ barato', 'é <italic muito> <struck caro> barato'],
    ['*duas palavras* e *mais*', '<bold duas palavras> e <bold mais>'],
  ])('draws %j', (text, expected) => expect(drawn(text)).toBe(expected));

  it.each(['2*3*4', 'nome_do_arquivo_novo', '* lista * de', '*aberto', 'a*\nb*', '', '**'])(
    'leaves %j alone',
    text => expect(drawn(text)).toBe(text),
  );
});
