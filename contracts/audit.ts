import { z } from 'zod';
import { kept } from '#domain/audit/kept.ts';
import { type AnyEventType, catalogue } from '#domain/catalogue.ts';
import { categories } from '#domain/shared/stream.ts';
import { isPossibleTime } from '#domain/shared/time.ts';

/** What entries are about: the categories of the log, each with its events. */
export const auditKinds = categories.filter(category => category !== 'installation');
export const auditActions = Object.values(catalogue).flatMap(
  schemas => Object.keys(schemas) as AnyEventType[],
);
export const auditActors = ['user', 'token', 'contact', 'connection', 'policy', 'system'] as const;

/** The actions that entries of a kind can say. */
export const actionsOfKind = (kind: (typeof auditKinds)[number]): readonly string[] =>
  Object.keys(catalogue[kind]);

/** The details that an action's sentence is made of. */
export const parametersOf = (action: AnyEventType): readonly string[] => kept[action].keep ?? [];

const id = z.uuid();
const day = z.iso.date().refine(isPossibleTime);
/** A name is sought from three letters on, as contacts are. */
export const shortestAuditSearch = 3;

/**
 * What is looked for, as it stands in the screen's address. Strict: a filter that is not known is refused, never left
 * out. Days are the company's, both included.
 */
export const auditFilter = z.strictObject({
  actor: id.optional(),
  actorKind: z.enum(auditActors).optional(),
  action: z.enum(auditActions).optional(),
  kind: z.enum(auditKinds).optional(),
  object: id.optional(),
  ticket: id.optional(),
  contact: id.optional(),
  /** What followed from this event. */
  cause: id.optional(),
  /** Of a setting. */
  key: z.string().max(100).optional(),
  from: day.optional(),
  to: day.optional(),
  /** Words of a name: of who did it, or of what it was done to. */
  q: z.string().trim().min(shortestAuditSearch).max(100).optional(),
  /** `no`: without what machines note beside what somebody did. */
  routine: z.enum(['yes', 'no']).optional(),
});
export type AuditFilter = z.output<typeof auditFilter>;

/** Where a page ended: `<at>_<position>`. */
const cursor = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z_\d{1,16}$/)
  .refine(text => isPossibleTime(text) && !Number.isNaN(Date.parse(text.slice(0, 24))));

/** GET /audit: the newest first; `cursor` goes on where a page ended. */
export const auditQuery = auditFilter.extend({ cursor: cursor.optional() });
/** GET /audit/export: everything that is found, as a file. */
export const auditExportQuery = auditFilter.extend({
  format: z.enum(['csv', 'jsonl']).default('csv'),
  language: z.enum(['pt-BR', 'en', 'es']).default('pt-BR'),
});
/** GET /audit/news: how many there are since an entry, counted to 100. */
export const auditNewsQuery = auditFilter.extend({ since: cursor });
export const auditNews = z.object({ count: z.number().int() });

export const auditEntryView = z.object({
  id,
  at: z.iso.datetime(),
  cursor,
  action: z.enum(auditActions),
  /** `name` is a policy's. */
  actor: z.object({ kind: z.enum(auditActors), id: id.nullable(), name: z.string().nullable() }),
  objectId: id.nullable(),
  ticketId: id.nullable(),
  contactId: id.nullable(),
  /** The event that it follows from. */
  causeId: id.nullable(),
  details: z.record(z.string(), z.unknown()),
});
export type AuditEntryView = z.output<typeof auditEntryView>;

/** What an entry names: as it is called now, or was when it went. */
export const auditName = z.object({
  id,
  kind: z.enum(categories),
  name: z.string(),
  gone: z.boolean(),
  /** The contact that it is, or is of, was erased. */
  erased: z.boolean(),
  number: z.number().int().nullable(),
  contactName: z.string().nullable(),
});
export type AuditName = z.output<typeof auditName>;

export const auditPage = z.object({
  entries: z.array(auditEntryView),
  names: z.array(auditName),
  /** Null at the end. */
  nextCursor: cursor.nullable(),
  /** How far back this page has looked, where it found less than a page holds and there is more to look through. */
  searchedTo: z.iso.datetime().nullable(),
  /** With `q`: how many names have these words, and whether there are more than are looked for at once. */
  namesFound: z.object({ count: z.number().int(), more: z.boolean() }).nullable(),
});
export type AuditPage = z.output<typeof auditPage>;

/** GET /audit/{id}: an entry with all there is to it. Personal data are read with the keys of today: of who was erased there are none. */
export const auditDetail = z.object({
  entry: auditEntryView,
  /**
   * What stood in each field that it is about before it, and stands there since. Without `before` nothing stood there,
   * as where something was only added; without `after` nothing is left.
   */
  changes: z.array(
    z.object({ field: z.string(), before: z.unknown().optional(), after: z.unknown().optional() }),
  ),
  /** The event as it is in the log; null where the log does not have it any more. */
  event: z
    .object({
      stream: z.string(),
      revision: z.number().int(),
      position: z.number().int(),
      type: z.string(),
      data: z.record(z.string(), z.unknown()),
      metadata: z.record(z.string(), z.unknown()),
      erased: z.boolean(),
    })
    .nullable(),
  cause: auditEntryView.nullable(),
  /** What it caused, the newest first; `moreCaused` when there are others. */
  caused: z.array(auditEntryView),
  moreCaused: z.boolean(),
  names: z.array(auditName),
});
export type AuditDetail = z.output<typeof auditDetail>;
