import { readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { catalogue } from '#domain/catalogue.ts';
import { personalData } from '#domain/shared/event.ts';
import { type Frozen, readFrozen } from '#eventstore/fixtures/frozen.ts';
import { lineage, upcasters } from '#eventstore/upcasters.ts';
import { type EventUse, eventUse } from './event-use.ts';

const target = new URL('./events.md', import.meta.url);

type Field = { readonly path: string; readonly type: string; readonly personal: boolean };

/** Takes `nullable` and `optional` off, noting them, until the schema that carries the meaning is left. */
const unwrap = (schema: z.ZodType): { inner: z.ZodType; suffix: string } => {
  if (schema instanceof z.ZodNullable) {
    const { inner, suffix } = unwrap(schema.unwrap() as z.ZodType);
    return { inner, suffix: `${suffix} or null` };
  }
  if (schema instanceof z.ZodOptional) {
    const { inner, suffix } = unwrap(schema.unwrap() as z.ZodType);
    return { inner, suffix: `${suffix}, optional` };
  }
  return { inner: schema, suffix: '' };
};

const typeName = (schema: z.ZodType): string => {
  if (schema instanceof z.ZodEnum) return schema.options.map(option => `\`${option}\``).join(', ');
  if (schema instanceof z.ZodArray) return `list of ${typeName(schema.element as z.ZodType)}`;
  if (schema instanceof z.ZodBoolean) return 'true or false';
  if (schema instanceof z.ZodNumber) return 'number';
  const format = 'format' in schema ? schema.format : undefined;
  if (format === 'uuid') return 'id';
  if (format === 'datetime') return 'date and time';
  return 'text';
};

const fieldsOf = (schema: z.ZodType, prefix = '', within = false): Field[] => {
  if (!(schema instanceof z.ZodObject)) return [];
  const shape: Record<string, z.ZodType> = schema.shape;
  return Object.entries(shape).flatMap(([name, field]) => {
    const { inner, suffix } = unwrap(field);
    const personal = within || personalData.has(inner);
    if (inner instanceof z.ZodObject) {
      const whole = suffix && { path: `${prefix}${name}`, type: `all of these${suffix}`, personal };
      return [...(whole ? [whole] : []), ...fieldsOf(inner, `${prefix}${name}.`, personal)];
    }
    return [{ path: `${prefix}${name}`, type: typeName(inner) + suffix, personal }];
  });
};

/** One more than the upcasters that the oldest form of a type goes through. */
const versionOf = (type: string, frozen: readonly Frozen[]): number =>
  Math.max(
    1,
    ...frozen.flatMap(({ category, examples }) =>
      examples
        .map(({ stored }) => lineage(category, stored, upcasters))
        .filter(forms => forms.at(-1)?.type === type)
        .map(forms => forms.length),
    ),
  );

const writers = ({ deciders, commands, alsoBy }: EventUse): string => {
  const given = commands.map(({ name, givenBy }) =>
    givenBy.length > 0 ? `\`${name}\` (${givenBy.join(', ')})` : `\`${name}\``,
  );
  const by = [...given, ...alsoBy.map(path => `\`${path}\``)].join(', ');
  return deciders.length > 0 ? `${by}; decided by ${deciders.map(name => `\`${name}\``).join(', ')}` : by;
};

const readers = ({ readers: all, ignoredBy }: EventUse): string => {
  const read = all.length > 0 ? all.join(', ') : 'its own stream alone';
  return ignoredBy.length > 0 ? `${read}; left out on purpose by ${ignoredBy.join(', ')}` : read;
};

const frozen = readFrozen();
const uses = eventUse();

const chapter = ([category, schemas]: [string, Record<string, z.ZodType>]): string => {
  const sections = Object.entries(schemas).map(([type, schema]) => {
    const rows = fieldsOf(schema).map(
      field => `| \`${field.path}\` | ${field.type} | ${field.personal ? 'yes' : ''} |`,
    );
    const use = uses.get(type);
    return [
      `### ${type}`,
      '',
      `- Version ${versionOf(type, frozen)}`,
      ...(use ? [`- Written by ${writers(use)}`, `- Read by ${readers(use)}`] : []),
      '',
      '| field | type | personal data |',
      '|---|---|---|',
      ...rows,
    ].join('\n');
  });
  return [`## ${category}`, '', `Streams \`${category}-<companyId>.<id>\`.`, '', sections.join('\n\n')].join(
    '\n',
  );
};

const page = [
  '# Event catalogue',
  '',
  'Made by `node docs/generate-events.ts` from the schemas beside the domain and from the source of who writes and',
  'reads each event; `npm run check` fails when it is stale.',
  '',
  'Every event carries, as metadata, its company, who caused it (a user, an API token, a contact, a connection,',
  'a policy or the system), when, and the command it came from. Fields marked as personal data identify a person.',
  '',
  'Version is 1 for an event that is stored as it always was, one more for every upcaster that its oldest form goes',
  'through. Written by: the commands (and who gives them) or files that put it into the log, and the rule of the',
  'domain that decides on it. Read by: what follows it besides the folding of its own stream.',
  '',
  'To add an event or a field: write it into the schema (a field of an event that was released must be one that may be',
  'missing), run `node eventstore/fixtures/freeze.ts`, which keeps how it is stored from now on, and make this page anew.',
  'To change what an event means: give it a new name, put an upcaster for the old one into eventstore/upcasters.ts, leave',
  'its frozen forms in eventstore/fixtures and write what they mean now beside them. Tests hold that every frozen form is',
  'read as it was, and that every upcaster is gone through by one.',
  '',
  Object.entries(catalogue).map(chapter).join('\n\n'),
  '',
].join('\n');

if (process.argv.includes('--check')) {
  const current = readFileSync(target, 'utf8');
  if (current !== page) {
    console.error('docs/events.md is stale: run node docs/generate-events.ts');
    process.exitCode = 1;
  }
} else {
  writeFileSync(target, page);
}
