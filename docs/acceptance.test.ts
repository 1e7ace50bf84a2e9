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
});
