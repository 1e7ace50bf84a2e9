import type { ImportCounts } from '#domain/contact-import/events.ts';
import type { NoticeKind } from '#domain/notice/events.ts';
import { fold } from '../kit/projection.ts';
import { big, instant, isoInstant, json, nullable, table, text, uuid, word } from '../kit/table.ts';

/** What administrators must know: a row for each event that says it, under the event's id. */
export const noticeTable = table('notice', {
  columns: {
    id: uuid,
    kind: word<NoticeKind>(),
    /** What it is about: a connection, an import. */
    subjectId: uuid,
    /** Why, in the words that the event has for it. */
    reason: nullable(text),
    /** Of an import: what became of its rows. */
    counts: nullable(json<ImportCounts>()),
    at: instant,
    placed: big,
  },
  indexes: ['(company_id, placed desc)'],
});

/** Up to where in the log each person has seen the notices. */
export const noticeMarkTable = table('notice_mark', { columns: { id: uuid, upTo: big } });

/** Sessions that ended and do not come back by themselves; what ends otherwise is tried again, or was asked for. */
const losses = ['logged-out', 'forbidden', 'multi-device-mismatch', 'replaced', 'bad-session'];

export const noticeFold = fold(noticeTable, {
  ConnectionStatusChanged: {
    keys: ({ id, data: { status, reason } }) =>
      status === 'DISCONNECTED' && reason !== null && losses.includes(reason) ? [[id]] : [],
    evolve: (_, { id, position, data: { connectionId, reason }, metadata }) => ({
      ...{ id, kind: 'connection-lost' as const, subjectId: connectionId, reason, counts: null },
      ...{ at: isoInstant(metadata.at), placed: position },
    }),
  },
  ContactImportFinished: {
    keys: ({ id }) => [[id]],
    evolve: (_, { id, position, data: { importId, counts }, metadata }) => ({
      ...{ id, kind: 'import-finished' as const, subjectId: importId, reason: null, counts },
      ...{ at: isoInstant(metadata.at), placed: position },
    }),
  },
  WebhookFailing: {
    keys: ({ id }) => [[id]],
    evolve: (_, { id, position, data: { webhookId }, metadata }) => ({
      ...{ id, kind: 'webhook-failing' as const, subjectId: webhookId, reason: 'failing', counts: null },
      ...{ at: isoInstant(metadata.at), placed: position },
    }),
  },
  WebhookDisabled: {
    keys: ({ id }) => [[id]],
    evolve: (_, { id, position, data: { webhookId, reason }, metadata }) => ({
      ...{ id, kind: 'webhook-disabled' as const, subjectId: webhookId, reason, counts: null },
      ...{ at: isoInstant(metadata.at), placed: position },
    }),
  },
});

export const noticeMarkFold = fold(noticeMarkTable, {
  NoticesRead: {
    keys: ({ data: { userId } }) => [[userId]],
    evolve: (_, { data: { userId, upTo } }) => ({ id: userId, upTo }),
  },
});
