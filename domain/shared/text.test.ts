import { describe, expect, it } from 'vitest';
import { cleanText, cleanTexts, cutText, fileName } from './text.ts';

describe('a clean text', () => {
  it('has neither the character 0 nor halves of characters', () => {
    expect(cleanText('a\0b\ud83dc\ude00')).toBe('a\uFFFDb\uFFFDc\uFFFD');
    expect(cleanText('Olá 😀')).toBe('Olá 😀');
  });

  it('stands wherever there is one in a value, and all else stays as it is', () => {
    const bytes = new Uint8Array([0]);
    const value = { text: '\0', list: ['\ud800', 1, null], within: { text: 'a' }, bytes, none: undefined };
    const clean = { ...value, text: '\uFFFD', list: ['\uFFFD', 1, null] };
    expect(cleanTexts(value)).toStrictEqual(clean);
    expect(cleanTexts(value).bytes).toBe(bytes);
  });
});

describe('a cut text', () => {
  const family = '👨‍👩‍👧';
  it.each([
    ['abc', 3, 'abc'],
    ['abcd', 3, 'abc'],
    ['ab😀', 3, 'ab'],
    ['ab😀', 4, 'ab😀'],
    [`ab${family}`, 9, 'ab'],
    ['cafe\u0301s', 4, 'caf'],
    ['a\r\nb', 2, 'a'],
    [`a${'\u0301'.repeat(9)}`, 3, 'a\u0301\u0301'],
    [family, 4, '👨‍'],
    [family, 1, ''],
  ])('%j is at most %d long as %j', (text, most, cut) => {
    expect(cutText(text, most)).toBe(cut);
    expect(cutText(text, most).isWellFormed()).toBe(true);
  });
});

describe('the name of a file', () => {
  it.each([
    ['relatório.pdf', 'relatório.pdf'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\Windows\\system.ini', 'system.ini'],
    ['fatura\u202Efdp.exe', 'faturafdp.exe'],
    ['a\0b\r\nSet-Cookie: c\t.txt', 'abSet-Cookie: c.txt'],
    ['half \ud83d.txt', 'half .txt'],
    ['..', ''],
    [' \u200B ', ''],
    [`${'n'.repeat(195)}😀.png`, `${'n'.repeat(195)}.png`],
    [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(196)}.pdf`],
    [`x.${'y'.repeat(300)}`, `x.${'y'.repeat(198)}`],
    ['NF 12/2024.pdf', 'NF 12/2024.pdf'],
    ['/home/ana/NF.pdf', 'NF.pdf'],
    ['NF/../../x.pdf', 'x.pdf'],
    ['/', ''],
  ])('%j is %j', (given, name) => {
    expect(fileName(given)).toBe(name);
  });
});
