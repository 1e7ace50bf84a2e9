import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { fileOf, schemes } from './camera.ts';
import { allStates } from './states.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const images = join(root, 'docs/images');
const guide = join(root, 'docs/user-guide/README.md');

const referencesOf = (file: string): string[] => {
  const text = readFileSync(file, 'utf8');
  return [...text.matchAll(/(?:\]\(|src="|srcset=")([^)"]+\.(?:png|webp|jpg))/g)].map(([, path]) =>
    join(dirname(file), path ?? ''),
  );
};
const stateNames = allStates.map(({ name }) => name);
const taken = stateNames.flatMap(name =>
  (['wide', 'narrow'] as const).flatMap(width => schemes.map(scheme => fileOf(name, width, scheme))),
);

describe('the pictures', () => {
  it('have a name of their own for each state', () => {
    expect(new Set(stateNames).size).toBe(stateNames.length);
  });

  it('are all taken by the script, and none is missing', () => {
    expect(readdirSync(images).toSorted()).toEqual(taken.toSorted());
  });

  it.each([guide, join(root, 'README.md')])('that %s shows are there', file => {
    const shown = referencesOf(file);
    expect(shown.length).toBeGreaterThan(2);
    expect(shown.filter(path => !existsSync(path))).toEqual([]);
  });

  it('of every state are in the user guide, wide and light at least', () => {
    const shown = new Set(referencesOf(guide));
    const missing = stateNames.filter(state => !shown.has(join(images, fileOf(state, 'wide', 'light'))));
    expect(missing).toEqual([]);
  });
});
