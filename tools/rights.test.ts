import { expect, it } from 'vitest';
import { access } from '#domain/access/table.ts';
import { records } from '#domain/records/records.ts';
import { sourceFiles } from './source-files.ts';

const sources = sourceFiles().filter(
  ({ path }) =>
    /^(domain|commands|gateway|projections|connector|web\/src)\//.test(path) && !/\.test\.tsx?$/.test(path),
);

it('a profile is looked at by the table of rights alone', () => {
  const looks = /profile\??\s*[!=]==?\s*['"](admin|user)['"]|['"](admin|user)['"]\s*[!=]==?\s*\S*profile/;
  const asked = sources.filter(({ text, path }) => !path.includes('/testing/') && looks.test(text));
  expect(asked.map(({ path }) => path)).toEqual([]);
});

it('every right of the table is asked for somewhere', () => {
  // Those of records are asked for by commands/record-commands.ts, whatever the record.
  const ofRecords = Object.values(records).flatMap(({ rights }) => Object.keys(rights));
  const rights = Object.keys(access).filter(name => !name.includes(':') && !ofRecords.includes(name));
  const text = sources
    .filter(({ path }) => path !== 'domain/access/table.ts')
    .map(each => each.text)
    .join('\n');
  expect(rights.filter(name => !text.includes(`'${name}'`))).toEqual([]);
});
