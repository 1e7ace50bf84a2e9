import { describe, expect, it } from 'vitest';
import { readCards, readPlace } from './cards.ts';

const card = (name: string, number: string) =>
  `BEGIN:VCARD\nVERSION:3.0\nN:;${name};;;\nFN:${name}\nitem1.TEL;waid=5511:${number}\nEND:VCARD`;

describe('contact cards', () => {
  it('are read one by one', () => {
    expect(readCards(`${card('Ana', '+55 11 98888-7777')}\n${card('Bob\\, o pintor', '1234')}`)).toEqual([
      { name: 'Ana', numbers: [{ shown: '+55 11 98888-7777', digits: '5511' }] },
      { name: 'Bob, o pintor', numbers: [{ shown: '1234', digits: '5511' }] },
    ]);
  });
  it('tell the digits of a number that WhatsApp does not name', () => {
    const [plain] = readCards('BEGIN:VCARD\nFN:Ana\nTEL;TYPE=CELL:+55 (11) 98888-7777\nEND:VCARD');
    expect(plain?.numbers).toEqual([{ shown: '+55 (11) 98888-7777', digits: '5511988887777' }]);
  });
  it('are none in what is no card', () => {
    expect(readCards('Oi')).toEqual([]);
  });
});

describe('a place', () => {
  it('has a link, and perhaps a picture and words', () => {
    const link = 'https://maps.google.com/maps?q=1%2C2&z=17';
    expect(readPlace(`|${link}|Praça da Sé`)).toEqual({ picture: '', link, words: 'Praça da Sé' });
    expect(readPlace(`data:image/jpeg;base64,AAAA|${link}`)).toMatchObject({
      picture: 'data:image/jpeg;base64,AAAA',
      words: '',
    });
  });
  it('leads nowhere but to the web', () => {
    expect(readPlace('|javascript:alert(1)|x')).toBeUndefined();
    expect(readPlace('Oi')).toBeUndefined();
  });
});
