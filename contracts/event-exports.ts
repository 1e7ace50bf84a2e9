import { z } from 'zod';
import { isPossibleTime } from '#domain/shared/time.ts';

/** What a file of events is for: process mining, in the formats that its tools read. */
export const eventExportFormats = ['xes', 'ocel', 'csv'] as const;
export type EventExportFormat = (typeof eventExportFormats)[number];

/** What happens to a ticket, as a file names it. */
export const activities = [
  'opened',
  'enteredQueue',
  'accepted',
  'transferred',
  'returned',
  'closedByPerson',
  'closedByBot',
  'closedByTimeout',
  'deleted',
  'reopened',
  'messageIn',
  'messageOut',
  'rated',
] as const;
export type Activity = (typeof activities)[number];

const id = z.uuid();
const day = z.iso.date().refine(isPossibleTime);

/**
 * GET /replay/export: the events of a period, both days included, as a file. Narrowed to tickets that were in a queue,
 * of a connection, or with an attendant meanwhile. Strict: a filter that is not known is refused, never left out.
 * Tickets and people have pseudonyms, unless `names` is asked for by somebody who may.
 */
export const eventExportQuery = z.strictObject({
  format: z.enum(eventExportFormats),
  from: day,
  to: day,
  queue: id.optional(),
  connection: id.optional(),
  attendant: id.optional(),
  names: z.enum(['yes', 'no']).default('no'),
  language: z.enum(['pt-BR', 'en', 'es']).default('pt-BR'),
});
export type EventExportQuery = z.output<typeof eventExportQuery>;
