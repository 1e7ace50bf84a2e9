import { describe, expect, it } from 'vitest';
import { readCards } from './vcard.ts';

const card = (...lines: string[]) => ['BEGIN:VCARD', ...lines, 'END:VCARD'].join('\r\n');
const only = (...lines: string[]) => {
  const [first, ...others] = readCards(card(...lines));
  expect(others).toEqual([]);
  return first;
};
const shown = (...lines: string[]) => only(...lines)?.numbers.map(each => each.shown);

describe('contact cards', () => {
  it('are read one by one, with their lines', () => {
    const text = `${card('VERSION:3.0', 'FN:Ana', 'item1.TEL;waid=5511:+55 11 98888-7777')}\n\n${card('FN:Bob\\, o pintor')}`;
    expect(readCards(text)).toMatchObject([
      { name: 'Ana', numbers: [{ shown: '+55 11 98888-7777', digits: '5511' }], line: 1 },
      { name: 'Bob, o pintor', numbers: [], line: 7 },
    ]);
  });
  it('have the digits of a number that WhatsApp does not name', () => {
    const ana = only('FN:Ana', 'TEL;TYPE=CELL:+55 (11) 98888-7777', 'TEL;HOME:11 3333-4444');
    expect(ana?.numbers).toEqual([
      { shown: '+55 (11) 98888-7777', digits: '5511988887777', isMobile: true },
      { shown: '11 3333-4444', digits: '1133334444', isMobile: false },
    ]);
  });
  it('may go on in the next line', () => {
    expect(only('FN:Um nome que', '  continua', 'TEL:+55 11 98220-', ' 9016')).toMatchObject({
      name: 'Um nome que continua',
      numbers: [{ shown: '+55 11 98220-9016' }],
    });
  });
  it('may be quoted-printable, in any character set', () => {
    expect(
      only('N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Concei=C3=A7=C3=A3o;Jos=C3=', '=A9;;;'),
    ).toMatchObject({ name: 'José Conceição' });
    expect(only('FN;QUOTED-PRINTABLE;CHARSET=ISO-8859-1:Jos=E9')).toMatchObject({ name: 'José' });
    expect(only('FN;ENCODING=QUOTED-PRINTABLE;CHARSET=nothing:Jos=E9 = 1')).toMatchObject({
      name: 'José = 1',
    });
  });
  it('are called by name and surname, by company, or not at all', () => {
    expect(only('N:Exemplo;Ana;Maria;;', 'ORG:Padaria;', 'FN:')).toMatchObject({
      name: 'Ana Maria Exemplo',
      company: 'Padaria',
    });
    expect(only('N:;;;;', 'ORG:Padaria Exemplo;Vendas')).toMatchObject({ name: 'Padaria Exemplo, Vendas' });
    expect(only('TEL:1')).toMatchObject({ name: '' });
  });
  it('have numbers without what is around them', () => {
    expect(shown('TEL;VALUE=uri;TYPE="voice,cell":tel:+55-11-98220-9018')).toEqual(['+55-11-98220-9018']);
    expect(shown('TEL;VALUE=uri:tel:+55-11-3333-4444;ext=9', 'TEL:')).toEqual(['+55-11-3333-4444']);
    expect(shown('TEL;X="a:b;c":123')).toEqual(['123']);
  });
  it('have e-mails', () => {
    expect(only('EMAIL;INTERNET:a@mail.example', 'EMAIL:mailto:b@mail.example')?.emails).toEqual([
      'a@mail.example',
      'b@mail.example',
    ]);
  });
  it('are none in what is no card', () => {
    expect(readCards('Oi')).toEqual([]);
    expect(readCards('')).toEqual([]);
  });
});
