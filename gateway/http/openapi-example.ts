/** A JSON schema, of which is known here what an example is made by. */
export type Schema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly example?: unknown;
  readonly examples?: readonly unknown[];
  readonly default?: unknown;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly minimum?: number;
  readonly description?: string;
  readonly additionalProperties?: Schema | boolean;
};
/** The named schemas of the document. */
export type Schemas = Readonly<Record<string, Schema>>;

const byFormat: Readonly<Record<string, string>> = {
  uuid: '0199e2d4-7b1c-7f3e-9a52-4c1d8e6f2a10',
  'date-time': '2026-11-23T14:05:09.120Z',
  date: '2026-11-23',
  uri: 'https://www.example.com/balcao',
  email: 'ana@example.com',
};

/** A value of the schema, of the examples that its parts have: what is required, and what has an example of its own. */
export const composed = (schema: Schema, schemas: Schemas): unknown => {
  if (schema.$ref) return composed(schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}, schemas);
  const given = schema.example ?? schema.examples?.[0] ?? schema.const ?? schema.default ?? schema.enum?.[0];
  if (given !== undefined) return given;
  const [choice] = schema.anyOf ?? schema.oneOf ?? [];
  if (choice) return composed(choice, schemas);
  if (schema.allOf)
    return Object.assign({}, ...schema.allOf.map(part => ({ ...(composed(part, schemas) as object) })));
  return ofType(schema, schemas);
};

const ofType = (schema: Schema, schemas: Schemas): unknown => {
  const [type] = [schema.type].flat();
  if (type === 'object') return objectOf(schema, schemas);
  if (type === 'array') return schema.items ? [composed(schema.items, schemas)] : [];
  if (type === 'integer' || type === 'number') return Math.max(1, schema.minimum ?? 1);
  if (type === 'boolean') return false;
  if (type === 'string') return byFormat[schema.format ?? ''] ?? 'text';
  return null;
};

const objectOf = ({ properties = {}, required = [] }: Schema, schemas: Schemas) =>
  Object.fromEntries(
    Object.entries(properties)
      .filter(([name, property]) => required.includes(name) || property.example !== undefined)
      .map(([name, property]) => [name, composed(property, schemas)]),
  );
