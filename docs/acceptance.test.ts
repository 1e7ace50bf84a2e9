import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const root = new URL('..', import.meta.url);
const text = readFileSync(new URL('acceptance.md', import.meta.url), 'utf8');
const claims = [...text.matchAll(/^- `([^`]+)`: (.+)$/gm)].map(([, file = '', title = '']) => ({
  file,
  title,
}));
const stories = text.split(/^### /m).slice(1);

/** The titles of the tests in a file. */
const titlesIn = (file: string): string[] =>
  [...readFileSync(new URL(file, root), 'utf8').matchAll(/(?:\bit\(|\()\s*(['"])((?:(?!\1).)+)\1,/g)].map(
    ([, , title = '']) => title,
  );

describe('what is said to be tested', () => {
  it.each([...new Set(claims.map(({ file }) => file))])('is, in %s', file => {
    const missing = claims.filter(claim => claim.file === file).map(({ title }) => title);
    const titles = new Set(titlesIn(file));
    expect(missing.filter(title => !titles.has(title))).toEqual([]);
  });

  it('has a test for each story, and is all in this form', () => {
    expect(stories.filter(story => !/^- `/m.test(story))).toEqual([]);
    expect(text.match(/^- /gm)?.length).toBe(claims.length);
    expect(claims.length).toBeGreaterThan(100);
  });

  it('has all sections of the specification, each with what is built and what is not there yet', () => {
    const numbers = Array.from({ length: 9 }, (_, at) => at + 1);
    const sections = ['core', 'secondary'].flatMap(part => numbers.map(number => `${part} ${number}`));
    const built = stories.map(story => /^(core|secondary) \d/.exec(story)?.[0]);
    expect(sections.filter(section => !built.includes(section))).toEqual([]);
    const rows = text.split('## What the specification says of areas that are not there yet')[1] ?? '';
    const areas = [...rows.matchAll(/^\| ([A-Z][^|]+?) +\|(.+)\|$/gm)];
    expect(areas.length).toBe(8);
    expect(areas.filter(([, , said = '']) => !/\((core|secondary) \d/.test(said))).toEqual([]);
  });
});
