import type { Schema } from '#gateway/http/openapi-example.ts';

/** What is longer is a catalogue, which grows: whoever reads it must take what is new. */
const longestChoice = 40;

/** A JSON schema as a type of TypeScript. References become the names of types. */
export const typeOf = (schema: Schema): string => {
  if (schema.$ref) return nameOf(schema.$ref);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum && schema.enum.length > longestChoice) return 'string';
  if (schema.enum) return schema.enum.map(value => JSON.stringify(value)).join(' | ');
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return union(choices.map(typeOf));
  if (schema.allOf) return schema.allOf.map(part => `(${typeOf(part)})`).join(' & ');
  const types = [schema.type ?? []].flat();
  if (types.length === 0) return 'unknown';
  return union(types.map(type => ofType(type, schema)));
};

const nameOf = (reference: string): string => reference.split('/').at(-1) ?? 'unknown';

const union = (types: readonly string[]): string => [...new Set(types)].join(' | ');

const ofType = (type: string, schema: Schema): string => {
  if (type === 'object') return objectOf(schema);
  if (type === 'array') return `readonly (${schema.items ? typeOf(schema.items) : 'unknown'})[]`;
  if (type === 'integer') return 'number';
  if (type === 'string' && schema.format === 'binary') return 'Blob';
  return type;
};

const objectOf = ({ properties, required = [], additionalProperties }: Schema): string => {
  if (!properties) {
    const values = typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'unknown';
    return `Readonly<Record<string, ${values}>>`;
  }
  const fields = Object.entries(properties).map(([name, property]) => {
    const optional = required.includes(name) ? '' : '?';
    return `${comment(property.description)}readonly ${JSON.stringify(name)}${optional}: ${typeOf(property)};`;
  });
  return `{\n${fields.join('\n')}\n}`;
};

/** A description above what it describes; nothing where there is none. */
export const comment = (text: string | undefined): string => (text ? `/** ${text} */\n` : '');
