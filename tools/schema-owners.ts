import type { SourceFile } from './source-files.ts';

/** Whose tables are in which schema; read models have queries of their own, and the folders there are their owners. */
const owners: Readonly<Record<string, readonly string[]>> = {
  connector: ['connector/'],
  policy: ['commands/policies/'],
  contact_import: ['commands/contact-import/'],
  integrity: ['commands/integrity/'],
  questions: ['projections/questions/'],
  media: ['files/'],
  following: ['eventstore/follow/'],
  parking: ['eventstore/parking/'],
  projection: ['projections/'],
  webhook: ['commands/webhook/'],
  secrets: [
    'gateway/',
    'eventstore/person-keys/',
    'commands/webhook/secrets.ts',
    'commands/webhook/migrate.ts',
  ],
};

/** Backups, restores and the check whose log it is know every table. */
const knowAll = /^start\/(backup\/|own-log\.ts$)/;
const tried = /(\.test|(^|\/)testing)\.ts$|(^|\/)(tests|testing|contract|bench|fixtures|tools)\//;

const made =
  /\bcreate (?:unlogged )?(?:table|view)(?: if not exists)? (\w+)\.(\w+)|\bview (connector)\.(\w+)/g;

/** Files that name another folder's tables, one sentence each: what they need is a function of the owner's. */
export const strangersTables = (files: readonly SourceFile[]): string[] => {
  const product = files.filter(({ path }) => !tried.test(path) && !knowAll.test(path));
  const tables = new Set(
    product.flatMap(({ text }) =>
      [...text.matchAll(made)].map(([, schema, name, other, view]) => `${schema ?? other}.${name ?? view}`),
    ),
  );
  return product.flatMap(({ path, text }) => {
    const named = [...text.matchAll(/\b[a-z]+\.[a-z_]+\b/g)].map(([name]) => name);
    return [...new Set(named)]
      .filter(name => tables.has(name) && !ownersOf(name).some(owner => path.startsWith(owner)))
      .map(name => `${path} names ${name}: ask ${ownersOf(name).join(' or ')}`);
  });
};

const ownersOf = (table: string): readonly string[] => owners[table.split('.')[0] ?? ''] ?? [''];
