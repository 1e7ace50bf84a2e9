import { z } from 'zod';
import { type MoveColumns, moveColumns } from '#domain/replay/moves.ts';
import { isPossibleTime } from '#domain/shared/time.ts';
import { periodView } from './dashboard.ts';

/** The call of the player, under /api, for who may look at the past. */
const id = z.uuid();
const day = z.iso.date().refine(isPossibleTime);

/** GET /replay/slice: two days and all between them, where the company is. */
export const sliceQuery = z.strictObject({ from: day, to: day });

const numbers = z.array(z.number());
const columns = Object.fromEntries(moveColumns.map(name => [name, numbers])) as {
  [Name in keyof MoveColumns]: typeof numbers;
};
const named = z.object({ name: z.string(), removed: z.boolean() });

/** Where everything stood when the period began, and what moved then: see domain/replay/moves.ts. */
export const sliceAnswer = z.object({
  period: periodView,
  /** Where what happened ends: with the period, or now. */
  until: z.iso.datetime(),
  lanes: z.array(named.extend({ id: id.nullable(), color: z.string().nullable() })),
  users: z.array(named),
  /** How contacts are called now; null: erased. */
  contacts: z.array(z.string().nullable()),
  tickets: z.object({ id: z.array(id), contact: numbers }),
  start: z.object({ ticket: numbers, place: numbers }),
  moves: z.object(columns),
});
export type SliceAnswer = z.output<typeof sliceAnswer>;
