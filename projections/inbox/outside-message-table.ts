import type { MediaType } from '#domain/message/events.ts';
import type { OutsideState } from '#domain/message/outside.ts';
import { instant, nullable, table, text, uuid, word } from '../kit/table.ts';

/** What programs outside sent, with what has become of it: for their own lists. */
export const outsideMessageTable = table('outside_message', {
  columns: {
    id: uuid,
    ticketId: uuid,
    contactId: uuid,
    connectionId: uuid,
    /** Whose token it came with: a key's, or a connection's. */
    tokenId: uuid,
    externalId: nullable(text),
    mediaType: word<MediaType>(),
    state: word<OutsideState>(),
    failure: nullable(text),
    queuedAt: instant,
    sentAt: nullable(instant),
    deliveredAt: nullable(instant),
    readAt: nullable(instant),
    unconfirmedAt: nullable(instant),
    failedAt: nullable(instant),
  },
  indexes: [
    '(company_id, queued_at desc, id desc)',
    '(company_id, state, queued_at desc, id desc)',
    '(company_id, external_id, queued_at desc, id desc) where external_id is not null',
    '(ticket_id)',
    '(contact_id)',
  ],
  notifies: false,
});
