import type { PoolClient } from 'pg';
import type { Provider } from '#domain/connection/events.ts';
import type { Recorded } from '#eventstore/types.ts';
import { ofProvider } from './of-provider.ts';

type Moved = Extract<Recorded, { type: 'MessageMoved' }>;
/** Whether a ticket is a contact's, or that of somebody who is the same person. */
export type IsTicketOf = (ticket: {
  readonly companyId: string;
  readonly ticketId: string;
  readonly contactId: string;
}) => Promise<boolean>;
type Fold = {
  readonly client: PoolClient;
  readonly provider: Provider;
  readonly isTicketOf: IsTicketOf;
};

/**
 * A message stands in another ticket. Where that is somebody else's, so was the message: the contact whose it was taken
 * for must not be written to in that chat.
 */
export const foldMoved = async (
  { client, provider, isTicketOf }: Fold,
  { companyId, data: { messageId, ticketId } }: Moved,
): Promise<void> => {
  const { rows } = await client.query<{ contact_id: string }>(move, [messageId, ticketId, provider]);
  for (const { contact_id: contactId } of rows)
    if (!(await isTicketOf({ companyId, ticketId, contactId }))) await client.query(forgetChat, [messageId]);
};

const move = `
  with moved as (
    update connector.message set ticket_id = $2
    where message_id = $1 and ${ofProvider('message.connection_id', '$3')} returning connection_id, contact_id, jid)
  select contact_id from moved join connector.chat using (connection_id, contact_id, jid)`;
const forgetChat = `
  delete from connector.chat c using connector.message m
  where m.message_id = $1 and c.connection_id = m.connection_id and c.contact_id = m.contact_id and c.jid = m.jid`;
