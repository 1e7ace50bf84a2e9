import { type OutsideState, outsideStates } from '#domain/message/outside.ts';
import type { Recorded } from '#eventstore/types.ts';
import { type EventOf, fold } from '../kit/projection.ts';
import { isoInstant, type OwnRow } from '../kit/table.ts';
import { isErased } from './erasure-fold.ts';
import { outsideMessageTable } from './outside-message-table.ts';

type Row = OwnRow<typeof outsideMessageTable>;
/** How far a message has come, whoever wrote it. Only what was sent from here was queued. */
export type Course = Omit<Row, 'tokenId' | 'state' | 'queuedAt'> & {
  readonly state: OutsideState | 'received';
  readonly queuedAt: string | null;
};

const untouched = {
  ...{ failure: null, sentAt: null, deliveredAt: null, readAt: null, unconfirmedAt: null, failedAt: null },
};

export const courseBegins = ({ data, metadata }: EventOf<'MessageQueued'>): Omit<Row, 'tokenId'> => {
  const { messageId: id, ticketId, contactId, connectionId, mediaType, externalId = null } = data;
  const place = { id, ticketId, contactId, connectionId, externalId, mediaType };
  return { ...place, ...untouched, state: 'queued', queuedAt: isoInstant(metadata.at) };
};

/** Of what a contact wrote, or the company on its own phone. */
export const courseOfReceived = ({ data }: EventOf<'MessageReceived'>): Course => {
  const { messageId: id, ticketId, contactId, connectionId, mediaType, waKey, sentAt } = data;
  const place = { id, ticketId, contactId, connectionId, externalId: null, mediaType };
  const state = waKey.fromMe ? 'sent' : 'received';
  return { ...place, ...untouched, state, queuedAt: null, sentAt: isoInstant(sentAt) };
};

/**
 * Receipts overtake each other: they never lead back, and a later one proves those before it. An error may be reported
 * of what WhatsApp had taken, too.
 */
export const courseGoesOn = <Row extends Course>(row: Row, event: Recorded): Row => {
  const at = isoInstant(event.metadata.at);
  switch (event.type) {
    case 'MessageUnconfirmed':
      return further(row, 'unconfirmed', { unconfirmedAt: at });
    case 'MessageFailed':
      return failing.has(row.state)
        ? { ...row, state: 'failed', failedAt: at, failure: event.data.reason }
        : row;
    case 'MessageRetried':
      return row.state === 'failed' ? { ...row, state: 'queued', failure: null, sentAt: null } : row;
    case 'MessageSent':
      return further(row, 'sent', { sentAt: at });
    case 'MessageDelivered':
      return further(row, 'delivered', { sentAt: row.sentAt ?? at, deliveredAt: at });
    case 'MessageRead':
    case 'MessagePlayed':
      return further(row, 'read', {
        ...{ sentAt: row.sentAt ?? at, deliveredAt: row.deliveredAt ?? at },
        readAt: at,
      });
    case 'MessageDeleted':
      return further(row, 'deleted', {});
    case 'MessageContentRecovered':
      return { ...row, mediaType: event.data.mediaType };
    case 'MessageMoved':
      return { ...row, ticketId: event.data.ticketId };
    default:
      return row;
  }
};

/** As `mayFail` of the message itself has it. */
const failing: ReadonlySet<Course['state']> = new Set(['queued', 'unconfirmed', 'sent']);

const further = <Row extends Course>(row: Row, state: OutsideState, change: Partial<Course>): Row =>
  rank(state) > rank(row.state) ? { ...row, failure: null, ...change, state } : row;

const rank = (state: Course['state']): number => (state === 'received' ? -1 : outsideStates.indexOf(state));

const goesOn = {
  evolve: (row: Row | undefined, event: Recorded) => (row ? courseGoesOn(row, event) : null),
};

export const outsideMessageFold = fold(
  outsideMessageTable,
  {
    MessageQueued: {
      evolve: (_, event, touched) => {
        const { actor } = event.metadata;
        if (actor.kind !== 'token') return null;
        const course = courseBegins(event);
        const isOver = isErased(touched, [course.contactId]);
        return { ...course, ...(isOver ? { externalId: null } : {}), tokenId: actor.id };
      },
    },
    MessageUnconfirmed: goesOn,
    MessageFailed: goesOn,
    MessageRetried: goesOn,
    MessageSent: goesOn,
    MessageDelivered: goesOn,
    MessageRead: goesOn,
    MessagePlayed: goesOn,
    MessageMoved: goesOn,
    MessageDeleted: goesOn,
  },
  'message',
);
