import { expect, it } from 'vitest';
import { nameOfFetched } from './name-of-file.ts';

const nameOf = (
  disposition: string | undefined,
  address = 'https://www.example.com/a/boleto%20maio.pdf?s=1',
) => nameOfFetched({ headers: { 'content-disposition': disposition }, url: new URL(address) });
/** As Node reads the bytes of a header. */
const inLatin1 = (text: string) => Buffer.from(text).toString('latin1');

it.each([
  [`attachment; filename="boleto.pdf"`, 'boleto.pdf'],
  [`attachment; filename=boleto maio.pdf`, 'boleto maio.pdf'],
  [`inline; filename="n_ 7.pdf"; filename*=UTF-8''n%C2%BA%207.pdf`, 'nº 7.pdf'],
  [`inline; filename*=UTF-8''n%C2%BA%207.pdf; filename="n_ 7.pdf"`, 'nº 7.pdf'],
  [`inline; filename*=iso-8859-1'pt'cora%E7%E3o.pdf`, 'coração.pdf'],
  [inLatin1('attachment; filename="coração.pdf"'), 'coração.pdf'],
  [`attachment; filename="a \\"b\\".pdf"`, 'a "b".pdf'],
  [`attachment; filename="../../etc/passwd"`, 'passwd'],
  [`inline; filename*=UTF-8''%E0%A4%A; filename="a.pdf"`, 'a.pdf'],
  [`attachment`, 'boleto maio.pdf'],
  [undefined, 'boleto maio.pdf'],
])('what comes with %s is called %s', (disposition, name) => {
  expect(nameOf(disposition)).toBe(name);
});

it('has no name where its address has none', () => {
  expect(nameOf(undefined, 'https://www.example.com/')).toBe('');
  expect(nameOf(undefined, 'https://www.example.com/%E0%A4%A')).toBe('%E0%A4%A');
});
