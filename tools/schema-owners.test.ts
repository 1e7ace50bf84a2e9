import { expect, it } from 'vitest';
import { strangersTables } from './schema-owners.ts';
import { importsOf, sourceFiles } from './source-files.ts';

const file = (path: string, text: string) => ({ path, text, imports: importsOf(text) });

it('finds who names tables of another folder', () => {
  const files = [
    file('connector/migrations.ts', 'create table if not exists connector.session (id uuid)'),
    file('connector/interface/sessions.ts', 'select qr from connector.session'),
    file('gateway/a.ts', 'connector.sessions(); select qr from connector.session s'),
    file('commands/policies/b.ts', `select to_regclass('connector.session')`),
    file('start/backup/c.ts', 'update connector.session set lease_owner = null'),
    file('gateway/a.int.test.ts', 'truncate connector.session'),
  ];
  expect(strangersTables(files)).toEqual([
    'gateway/a.ts names connector.session: ask connector/',
    'commands/policies/b.ts names connector.session: ask connector/',
  ]);
});

it('finds nobody in the product', () => {
  expect(strangersTables(sourceFiles())).toEqual([]);
});
