import { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import { id } from './event.ts';
import { isVisible } from './text.ts';

/** How a value lies in a table of a read model. */
export type FieldColumn<Value> = {
  readonly sql: 'uuid' | 'text' | 'int4' | 'bool' | 'timestamptz' | 'jsonb';
  readonly nullable: boolean;
  /** Never set: carries the type only. */
  readonly value?: Value;
};

/**
 * One field of a record. `stored` reads whatever was ever stored and therefore never gets narrower; `input` is today's
 * rule for what a form gives, and makes of it what is stored. `value` is what the field is once an event that came
 * before the field has been given its `fallback`.
 */
export type Field<
  Value extends z.ZodType = z.ZodType,
  Stored extends z.ZodType = z.ZodType,
  Input extends z.ZodType = z.ZodType,
> = {
  readonly value: Value;
  readonly stored: Stored;
  readonly input: Input;
  readonly column: FieldColumn<z.output<Value>>;
  readonly fallback?: z.output<Value>;
  /** What its ids are of: such a thing is or was the company's own. */
  readonly names?: NamedThing;
};
export type Fields = Readonly<Record<string, Field>>;

type Plain<Stored extends z.ZodType, Input extends z.ZodType> = Field<Stored, Stored, Input>;

const textColumn: FieldColumn<string> = { sql: 'text', nullable: false };

const text = <Input extends z.ZodType<string>>(input: Input): Plain<z.ZodString, Input> => {
  const stored = z.string();
  return { value: stored, stored, input, column: textColumn };
};

const unseen = { error: 'Nothing to see' };

/** One line, without the space around it; lengths in UTF-16 units, as zod counts. */
export const line = (shortest: number, longest: number) =>
  text(
    z
      .string()
      .trim()
      .min(shortest)
      .max(longest)
      .refine(written => shortest === 0 || isVisible(written), unseen),
  );

/** A text kept as it was written; the space around it does not count. */
export const prose = (shortest: number, longest: number) =>
  text(
    z
      .string()
      .refine(({ length }) => length >= shortest, { error: 'Too short' })
      .refine(written => written.trim().length >= shortest, { error: 'Too short' })
      .refine(written => written.trim().length <= longest, { error: 'Too long' })
      .refine(written => shortest === 0 || isVisible(written), unseen),
  );

/** `#rrggbb`, in lower case. */
export const color = () =>
  text(
    z
      .string()
      .trim()
      .toLowerCase()
      .regex(/^#[0-9a-f]{6}$/),
  );

/** A colour as CSS writes it in 3 to 9 characters: by its name, or by 3 to 8 hexadecimal digits. */
export const colorText = () =>
  text(
    z
      .string()
      .trim()
      .toLowerCase()
      .min(3)
      .max(9)
      .regex(/^#[0-9a-f]{3,8}$|^[a-z]{3,9}$/),
  );

/** Yes or no. */
export const flag = (): Plain<z.ZodBoolean, z.ZodBoolean> => {
  const stored = z.boolean();
  return { value: stored, stored, input: stored, column: { sql: 'bool', nullable: false } };
};

/** One of a few words; a word that is none any more can still be read. */
export const choice = <const Word extends string>(words: readonly [Word, ...Word[]] | readonly Word[]) =>
  text(z.enum(words as readonly [Word, ...Word[]]));

/** What a field may name by its id, and the refusal of one that never was. */
export const namedThings = {
  queue: 'ERR_NO_QUEUE_FOUND',
  connection: 'ERR_NO_WAPP_FOUND',
  user: 'ERR_NO_USER_FOUND',
  tag: 'ERR_NO_TAG_FOUND',
} as const satisfies Readonly<Record<string, ErrorCode>>;
export type NamedThing = keyof typeof namedThings;

/** What it names by its id, or nothing. */
export const idOrNone = (names: NamedThing) => {
  const stored = z.nullable(id);
  const column: FieldColumn<string | null> = { sql: 'uuid', nullable: true };
  return { value: stored, stored, input: stored, column, names };
};

/** A number without a fraction, both ends included. */
export const whole = (least: number, most: number) => {
  const stored = z.number().int();
  const column: FieldColumn<number> = { sql: 'int4', nullable: false };
  return { value: stored, stored, input: z.number().int().min(least).max(most), column };
};

/** A list of things that are nothing outside of their record. */
export const listOf = <Item extends z.ZodType, Input extends z.ZodType>(item: Item, input: Input) => {
  const stored = z.array(item);
  const column: FieldColumn<z.output<typeof stored>> = { sql: 'jsonb', nullable: false };
  return { value: stored, stored, input, column };
};

/** A file that a record has: its bytes are stored under `hash`, and belong to `id`, which is new for each file. */
export const heldFileSchema = z.object({
  id,
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  mime: z.string(),
  size: z.number().int(),
  name: z.string(),
});
export type HeldFile = z.output<typeof heldFileSchema>;

/** The file of a record, or none. No form gives it: it is attached when its bytes are there, by a decision of its own. */
export const heldFile = () => {
  const stored = z.nullable(heldFileSchema);
  const column: FieldColumn<HeldFile | null> = { sql: 'jsonb', nullable: true };
  return { value: stored, stored, input: z.optional(z.never()), column };
};

/**
 * A field that came after the first events of its record were stored. An earlier creation means `fallback`; an earlier
 * change, and a form that leaves the field out, leave it as it is.
 */
export const later = <Value extends z.ZodType, Input extends z.ZodType>(
  field: Field<Value, z.ZodType, Input>,
  fallback: z.output<Value>,
): Field<Value, z.ZodOptional<Value>, z.ZodOptional<Input>> => ({
  value: field.value,
  stored: z.optional(field.value),
  input: z.optional(field.input),
  column: field.column,
  fallback,
});

/** A field that a form may leave out: of what is new it is then `fallback`, of what is there it stays what it is. */
export const optional = <Value extends z.ZodType, Stored extends z.ZodType, Input extends z.ZodType>(
  field: Field<Value, Stored, Input>,
  fallback: z.output<Value>,
): Field<Value, Stored, z.ZodOptional<Input>> => ({ ...field, input: z.optional(field.input), fallback });

/** Whose a record is, as its first event says it. */
export const owners = {
  /** Its owner's alone: nobody else reads, changes or removes it, unless it has a field `shared` that is set. */
  only: { userId: id },
  /** Who made it is noted, null for the system; it is everybody's. */
  noted: { userId: id.nullable() },
  none: {},
} as const;
