import { z } from 'zod';
import { type AnyEvent, catalogue } from '#domain/catalogue.ts';
import { type EventSchemas, personalData } from '#domain/shared/event.ts';
import type { Category } from '#domain/shared/stream.ts';

export type Fields = Record<string, unknown>;

/** A personal field with what stands in its place, or an object that has some. */
type Field =
  | { readonly name: string; readonly blank: '' | null | undefined }
  | { readonly name: string; readonly inner: readonly Field[] };

const wrappedBy = (schema: z.ZodType): z.ZodType | undefined =>
  schema instanceof z.ZodNullable || schema instanceof z.ZodOptional
    ? (schema.unwrap() as z.ZodType)
    : undefined;

const innermost = (schema: z.ZodType): z.ZodType => {
  const wrapped = wrappedBy(schema);
  return wrapped ? innermost(wrapped) : schema;
};

const blankOf = (schema: z.ZodType, name: string): '' | null | undefined => {
  for (const blank of [null, undefined, ''] as const) if (schema.safeParse(blank).success) return blank;
  return refuse(`${name} allows neither null nor '', which stand there once it is erased`);
};

const refuse = (message: string): never => {
  throw new Error(`personal data: ${message}`);
};

/** Fails for a schema that hides personal data where `fieldsOf` does not look. */
const mustBePlain = (schema: z.ZodType, name: string): void => {
  const inner = innermost(schema);
  const parts: readonly z.ZodType[] =
    inner instanceof z.ZodArray
      ? [inner.element as z.ZodType]
      : inner instanceof z.ZodUnion
        ? (inner.options as readonly z.ZodType[])
        : inner instanceof z.ZodRecord
          ? [inner.valueType as z.ZodType]
          : inner instanceof z.ZodObject
            ? Object.values<z.ZodType>(inner.shape)
            : [];
  for (const part of parts) {
    if (personalData.has(innermost(part))) refuse(`${name} has personal data within a list or a choice`);
    mustBePlain(part, name);
  }
};

const fieldsOf = (schema: z.ZodType): readonly Field[] => {
  const object = innermost(schema);
  if (!(object instanceof z.ZodObject)) return [];
  return Object.entries<z.ZodType>(object.shape).flatMap(([name, field]): Field[] => {
    const inner = innermost(field);
    if (personalData.has(inner) || personalData.has(field)) return [{ name, blank: blankOf(field, name) }];
    if (inner instanceof z.ZodObject) {
      const nested = fieldsOf(inner);
      return nested.length > 0 ? [{ name, inner: nested }] : [];
    }
    mustBePlain(field, name);
    return [];
  });
};

const byCategory = new Map(
  Object.entries(catalogue as Record<Category, EventSchemas>).map(([category, schemas]) => [
    category,
    new Map(
      Object.entries(schemas).flatMap(([type, schema]): [string, readonly Field[]][] => {
        const fields = fieldsOf(schema);
        return fields.length > 0 ? [[type, fields]] : [];
      }),
    ),
  ]),
);

/** The personal fields of an event by its schema; undefined when there are none. */
export const personalFieldsOf = (category: Category, type: AnyEvent['type']): readonly Field[] | undefined =>
  byCategory.get(category)?.get(type);

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/**
 * Takes what is personal out of an event's data, in place, and leaves blanks: answers what was taken, undefined
 * when all of it was blank anyway.
 */
export const takePersonal = (data: Fields, fields: readonly Field[]): Fields | undefined => {
  const taken: Fields = {};
  let some = false;
  for (const field of fields) {
    const { name } = field;
    const value = data[name];
    if ('inner' in field) {
      const within = isObject(value) ? takePersonal(value, field.inner) : undefined;
      if (!within) continue;
      taken[name] = within;
    } else {
      if (value === field.blank || value === undefined) continue;
      taken[name] = value;
      if (field.blank === undefined) delete data[name];
      else data[name] = field.blank;
    }
    some = true;
  }
  return some ? taken : undefined;
};

/** Puts back what `takePersonal` took, into a copy. Knows no schema: it also serves events of old. */
export const putBack = (data: Fields, taken: Fields): Fields => {
  const whole = { ...data };
  for (const name in taken) {
    const value = taken[name];
    const there = whole[name];
    whole[name] = isObject(value) && isObject(there) ? putBack(there, value) : value;
  }
  return whole;
};
