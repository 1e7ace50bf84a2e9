import { describe, expect, it } from 'vitest';
import { line, prose } from './fields.ts';

const unseen = [' \u200b\u200b', '\u0001\u0002', '\u00a0\u2003\u200e', '\ufeff\u200d'];

describe('a text of a form', () => {
  it('is refused when nobody would see anything of it', () => {
    for (const written of unseen) {
      expect([written, line(1, 50).input.safeParse(written).success]).toEqual([written, false]);
      expect([written, prose(1, 50).input.safeParse(written).success]).toEqual([written, false]);
    }
  });
  it('may be of signs alone, and with what joins them', () => {
    for (const written of ['🏳️‍🌈', '1', '!?', 'ação', 'نص']) {
      expect(line(1, 50).input.parse(written)).toBe(written);
      expect(prose(1, 50).input.parse(written)).toBe(written);
    }
  });
  it('may be empty where it need not be given', () => {
    expect([line(0, 50).input.parse(' '), prose(0, 50).input.parse('')]).toEqual(['', '']);
  });
});
