import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const read = (path: string): string =>
  readFileSync(fileURLToPath(new URL(`../${path}`, import.meta.url)), 'utf8');

/** The built app is copied, not its source; the rest is not run by services. */
const notRun = ['web', 'tests', 'tools'];

it('the image has every folder that services import', () => {
  const { imports } = JSON.parse(read('package.json')) as { imports: Record<string, string> };
  const folders = Object.keys(imports).map(name => name.replace(/^#([a-z-]+).*$/, '$1'));
  const copied = [...read('Dockerfile').matchAll(/^COPY (\S+) \.\/\1$/gm)].map(([, folder]) => folder);
  expect(folders.length).toBeGreaterThan(8);
  expect(folders.filter(folder => !notRun.includes(folder) && !copied.includes(folder))).toEqual([]);
});
