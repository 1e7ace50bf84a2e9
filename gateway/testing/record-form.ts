import { z } from 'zod';
import { newId } from '#commands/ids.ts';
import type { AnyRecord } from '#domain/records/records.ts';

/** A form that a record takes, with a word in its texts and no value that another form has. */
export const recordForm = ({ input }: AnyRecord, word = 'Segredo'): Readonly<Record<string, unknown>> => {
  const unlike = newId();
  const values: readonly unknown[] = [`${word} ${unlike}`, `#${unlike.slice(-6)}`, false, 1, null, []];
  return Object.fromEntries(
    Object.entries(input.shape).flatMap(([field, schema]) => {
      const [word]: readonly unknown[] = schema instanceof z.ZodEnum ? schema.options : [];
      if (word !== undefined) return [[field, word]];
      const value = values.find(each => schema.safeParse(each).success);
      if (value !== undefined) return [[field, value]];
      if (!schema.safeParse(undefined).success) throw new Error(`no value here fits ${field}`);
      return [];
    }),
  );
};
