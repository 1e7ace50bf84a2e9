import { expect, it } from 'vitest';
import { strayDatabaseClients } from './database-clients.ts';
import { importsOf, sourceFiles } from './source-files.ts';

const file = (path: string, text: string) => ({ path, text, imports: importsOf(text) });

it('finds pools and clients of Postgres that are not made by the factory', () => {
  const pool = `import pg from 'pg';\nconst pool = new pg.Pool({ max: 1 });`;
  const client = `import { Client } from 'pg';\nconst client = new Client(url);`;
  const files = [
    file('commands/main.ts', pool),
    file('start/demo.ts', client),
    file('start/demo.int.test.ts', client),
    file('eventstore/database/pool.ts', pool),
    file('connector/a.ts', `import { Client } from './client.ts';\nnew Client();`),
  ];
  expect(strayDatabaseClients(files)).toEqual([
    'commands/main.ts opens a connection to Postgres itself: eventstore/database/pool.ts does',
    'start/demo.ts opens a connection to Postgres itself: eventstore/database/pool.ts does',
  ]);
});

it('finds none in the product', () => {
  expect(strayDatabaseClients(sourceFiles())).toEqual([]);
});
