import { describe, expect, it } from 'vitest';
import { quickReplies, quickReplyLabel } from './quick-replies.ts';

const reply = (shortcode: string, message = `Texto de ${shortcode}`) => ({
  ...{ id: shortcode, shortcode, message, shared: false, userId: 'u', companyId: 'c' },
  ...{ file: null, mediaName: null, mediaPath: null },
});
const known = [reply('endereço'), reply('horário'), reply('meu horário'), reply('/pix')];
const found = (text: string) => quickReplies(text, known).map(({ shortcode }) => shortcode);

describe('quick replies', () => {
  it('come when a text starts with / and goes on', () => {
    expect(found('/')).toEqual([]);
    expect(found('/e')).toEqual(['endereço', 'horário', 'meu horário'].filter(code => code.includes('e')));
    expect(found('e')).toEqual([]);
    expect(found('/hor\nquando')).toEqual([]);
  });

  it('are found without accents and with their own slash, those that begin with it first', () => {
    expect(found('/HORARIO')).toEqual(['horário', 'meu horário']);
    expect(found('/endereco')).toEqual(['endereço']);
    expect(found('/pix')).toEqual(['/pix']);
  });

  it('are offered in 35 characters at most', () => {
    expect(quickReplyLabel(reply('/pix', 'Chave: 11'))).toBe('/pix - Chave: 11');
    const label = quickReplyLabel(reply('endereço', 'Rua das\nFlores, 120, perto da praça da Sé'));
    expect(label).toBe('/endereço - Rua das Flores, 120, p…');
    expect([...label]).toHaveLength(35);
  });
});
