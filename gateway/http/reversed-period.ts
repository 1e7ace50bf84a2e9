import { refuse } from '../errors/refusal.ts';
import type { App } from '../gateway.ts';

/** How calls name the beginning and the end of a period. */
const ends = [
  ['from', 'to'],
  ['from', 'until'],
  ['from', 'at'],
  ['date_from', 'date_to'],
] as const;

/** Refuses a period that ends before it begins with ERR_PERIOD_REVERSED, in every call that takes one. */
export const refuseReversedPeriods = (app: App): void => {
  app.addHook('preHandler', async ({ query, body }) => {
    if ([query, body].some(isReversed)) throw refuse('ERR_PERIOD_REVERSED');
  });
};

const isReversed = (fields: unknown): boolean =>
  typeof fields === 'object' &&
  fields !== null &&
  ends.some(([first, last]) => {
    const [from, to] = [momentIn(fields, first), momentIn(fields, last)];
    return from !== undefined && to !== undefined && from > to;
  });

/** Days and instants alone: hours of a day have periods that last past midnight. */
const momentIn = (fields: object, name: string): number | undefined => {
  const value: unknown = (fields as Readonly<Record<string, unknown>>)[name];
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d/.test(value)) return undefined;
  const moment = Date.parse(value);
  return Number.isNaN(moment) ? undefined : moment;
};
