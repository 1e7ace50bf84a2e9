import type { AnyEvent, AnyEventType } from '#domain/catalogue.ts';
import type { WebhookType } from '#domain/webhook/event-types.ts';

type DataOf<Type extends AnyEventType> = Extract<AnyEvent, { readonly type: Type }>['data'];
type Published = {
  readonly [Type in AnyEventType]?: WebhookType | ((data: DataOf<Type>) => WebhookType | undefined);
};

/** What is told outside, and under which name. Most events are told to nobody. */
const published: Published = {
  /** What a phone had from before is not told; what the company wrote on its own phone is sent already. */
  MessageReceived: ({ history, waKey }) =>
    history ? undefined : waKey.fromMe ? 'message.sent' : 'message.received',
  /** Who was told that it came may know it without its text or its file, or in the ticket that was closed meanwhile. */
  MessageContentRecovered: 'message.changed',
  MessageMediaStored: ({ media }) => (media ? 'message.changed' : undefined),
  MessageMoved: 'message.changed',
  MessageSent: 'message.sent',
  MessageDelivered: 'message.delivered',
  MessageRead: 'message.read',
  MessageFailed: 'message.failed',
  MessageEdited: 'message.edited',
  MessageDeleted: 'message.deleted',
  TicketOpened: ({ status }) => (status === 'closed' ? undefined : 'ticket.opened'),
  TicketAccepted: 'ticket.accepted',
  TicketReturned: 'ticket.returned',
  TicketTransferred: 'ticket.transferred',
  TicketClosed: 'ticket.closed',
  TicketReopened: 'ticket.reopened',
  TicketDeleted: 'ticket.deleted',
  TicketRated: 'rating.given',
  ContactCreated: 'contact.created',
  ContactChanged: 'contact.changed',
  ContactIdentified: 'contact.changed',
  ContactsMerged: 'contact.merged',
  ContactRemoved: 'contact.removed',
  ContactErased: 'contact.erased',
  ConnectionStatusChanged: 'connection.status',
};

/** As what an event is told outside; undefined for one that is not. */
export const typeOfEvent = (event: AnyEvent): WebhookType | undefined => {
  const how = published[event.type] as WebhookType | ((data: unknown) => WebhookType | undefined) | undefined;
  return typeof how === 'function' ? how(event.data) : how;
};
