import { randomBytes, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { type AnyEvent, catalogue } from '#domain/catalogue.ts';
import { type EventSchemas, personalData } from '#domain/shared/event.ts';
import type { Category } from '#domain/shared/stream.ts';

export type ExampleEvent = {
  readonly category: Category;
  readonly event: AnyEvent;
  /** The values of its personal fields, each found nowhere else. */
  readonly personal: readonly string[];
};

const unwrapped = (schema: z.ZodType): z.ZodType =>
  schema instanceof z.ZodNullable || schema instanceof z.ZodOptional
    ? unwrapped(schema.unwrap() as z.ZodType)
    : schema;

/** A value that fits, with every field that may be left out filled in. */
const exampleOf = (outer: z.ZodType, personal: string[], within = false): unknown => {
  const schema = unwrapped(outer);
  const isPersonal = within || personalData.has(schema);
  const words = [`Ação “${personal.length}” ${randomUUID()}`, randomBytes(32).toString('hex')];
  const word = isPersonal ? words.find(each => schema.safeParse(each).success) : undefined;
  if (word !== undefined) {
    personal.push(word);
    return word;
  }
  if (schema instanceof z.ZodObject) {
    const shape: Record<string, z.ZodType> = schema.shape;
    return Object.fromEntries(
      Object.entries(shape).map(([name, field]) => [name, exampleOf(field, personal, isPersonal)]),
    );
  }
  if (schema instanceof z.ZodArray) return [exampleOf(schema.element as z.ZodType, personal)];
  if (schema instanceof z.ZodUnion) return exampleOf(schema.options[0] as z.ZodType, personal);
  return [randomUUID(), '2026-01-02T03:04:05.678Z', 'text', 1, true, ...choicesOf(schema)].find(
    value => schema.safeParse(value).success,
  );
};

const choicesOf = (schema: z.ZodType): readonly unknown[] => {
  if (schema instanceof z.ZodEnum) return schema.options;
  return schema instanceof z.ZodLiteral ? [...schema.values] : [];
};

/** An example of every event of the catalogue. */
export const exampleEvents = (): readonly ExampleEvent[] =>
  Object.entries(catalogue as Record<Category, EventSchemas>).flatMap(([category, schemas]) =>
    Object.entries(schemas).map(([type, schema]): ExampleEvent => {
      const personal: string[] = [];
      const data = exampleOf(schema, personal);
      return { category: category as Category, event: { type, data } as AnyEvent, personal };
    }),
  );
