import { readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { catalogue } from '#domain/catalogue.ts';
import { personalData } from '#domain/shared/event.ts';

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

const fieldsOf = (schema: z.ZodType, prefix = ''): Field[] => {
  if (!(schema instanceof z.ZodObject)) return [];
  const shape: Record<string, z.ZodType> = schema.shape;
  return Object.entries(shape).flatMap(([name, field]) => {
    const { inner, suffix } = unwrap(field);
    if (inner instanceof z.ZodObject) return fieldsOf(inner, `${prefix}${name}.`);
    return [{ path: `${prefix}${name}`, type: typeName(inner) + suffix, personal: personalData.has(inner) }];
  });
};

const chapter = ([category, schemas]: [string, Record<string, z.ZodType>]): string => {
  const sections = Object.entries(schemas).map(([type, schema]) => {
    const rows = fieldsOf(schema).map(
      field => `| \`${field.path}\` | ${field.type} | ${field.personal ? 'yes' : ''} |`,
    );
    return [`### ${type}`, '', '| field | type | personal data |', '|---|---|---|', ...rows].join('\n');
  });
  return [`## ${category}`, '', `Streams \`${category}-<companyId>.<id>\`.`, '', sections.join('\n\n')].join(
    '\n',
  );
};

const page = [
  '# Event catalogue',
  '',
  'Made by `node docs/generate-events.ts` from the schemas beside the domain; `npm run check` fails when it is stale.',
  '',
  'Every event carries, as metadata, its company, who caused it (a user, an API token, a contact, a connection,',
  'a policy or the system), when, and the command it came from. Fields marked as personal data identify a person.',
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
