import { describe, expect, it } from 'vitest';
import { readPlace } from './place.ts';

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
