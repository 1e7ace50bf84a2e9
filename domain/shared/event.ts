import { z } from 'zod';
import type { PolicyName } from './policy-names.ts';
import { isPossibleTime } from './time.ts';

/** Schemas of one concept's events, by event type. */
export type EventSchemas = Readonly<Record<string, z.ZodType>>;

/** The union of events that a table of schemas describes. */
export type EventsOf<Schemas extends EventSchemas> = {
  [Type in keyof Schemas & string]: { readonly type: Type; readonly data: z.output<Schemas[Type]> };
}[keyof Schemas & string];

export type DomainEvent = { readonly type: string; readonly data: unknown };

/** Marks schemas whose values identify a person. The codec encrypts them; docs/events.md lists them. */
export const personalData = z.registry<{ personal: true }>();

/** Marks a field as personal data. Put it innermost: `personal(z.string()).nullable()`. */
export const personal = <Schema extends z.ZodType>(schema: Schema): Schema => {
  personalData.add(schema, { personal: true });
  return schema;
};

export const id = z.uuid();
/** How the refusal of an instant in an impossible year is marked in an error's issues: it can be brought near. */
export const impossibleTime = { impossibleTime: true } as const;
/** An instant in UTC, in a year in which something may happen here. */
export const isoDate = z.iso.datetime().refine(isPossibleTime, { params: impossibleTime });

export const actorSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('user'), id }),
  z.object({ kind: z.literal('token'), id }),
  z.object({ kind: z.literal('contact'), id }),
  z.object({ kind: z.literal('connection'), id }),
  z.object({ kind: z.literal('policy'), name: z.string() }),
  z.object({ kind: z.literal('system') }),
]);
/** Who caused an event. */
export type Actor = z.output<typeof actorSchema>;
/** Who acts now: a rule only under a name that has words. What was stored may have others. */
export type Acting =
  | Exclude<Actor, { kind: 'policy' }>
  | { readonly kind: 'policy'; readonly name: PolicyName };

export const metadataSchema = z.object({
  companyId: id,
  actor: actorSchema,
  at: isoDate,
  commandId: id,
  $correlationId: z.string().optional(),
  $causationId: z.string().optional(),
});
/** What stands beside every event: the tenant, who, when, and by which command. */
export type Metadata = z.output<typeof metadataSchema>;
