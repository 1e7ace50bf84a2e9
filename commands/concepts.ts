import { type AnyEvent, catalogue } from '#domain/catalogue.ts';
import { claimEntity } from '#domain/claim/claim.ts';
import { companyEntity } from '#domain/company/company.ts';
import { connectionEntity } from '#domain/connection/connection.ts';
import { contactEntity } from '#domain/contact/contact.ts';
import { type Message, messageEntity } from '#domain/message/message.ts';
import { queueEntity } from '#domain/queue/queue.ts';
import { quickMessageEntity } from '#domain/quick-message/quick-message.ts';
import type { Entity } from '#domain/shared/decider.ts';
import type { DomainEvent, EventSchemas, EventsOf } from '#domain/shared/event.ts';
import type { Category } from '#domain/shared/stream.ts';
import { tagEntity } from '#domain/tag/tag.ts';
import { isLiving, type Ticket, ticketEntity } from '#domain/ticket/ticket.ts';
import { userEntity } from '#domain/user/user.ts';

/** A concept of the domain with what is needed to fold its streams. */
export type Concept<State, Event extends AnyEvent> = {
  readonly category: Category;
  readonly entity: Entity<State, Event>;
  readonly isEvent: (event: DomainEvent) => event is Event;
  /** Whose personal data a message or ticket holds. */
  readonly contactId?: (state: State) => string | undefined;
};

const isOf =
  <Schemas extends EventSchemas>(schemas: Schemas) =>
  (event: DomainEvent): event is EventsOf<Schemas> =>
    Object.hasOwn(schemas, event.type);

export const concepts = {
  company: { category: 'company', entity: companyEntity, isEvent: isOf(catalogue.company) },
  user: { category: 'user', entity: userEntity, isEvent: isOf(catalogue.user) },
  queue: { category: 'queue', entity: queueEntity, isEvent: isOf(catalogue.queue) },
  connection: { category: 'connection', entity: connectionEntity, isEvent: isOf(catalogue.connection) },
  contact: { category: 'contact', entity: contactEntity, isEvent: isOf(catalogue.contact) },
  ticket: {
    category: 'ticket',
    entity: ticketEntity,
    isEvent: isOf(catalogue.ticket),
    contactId: (ticket: Ticket) => (isLiving(ticket) ? ticket.contactId : undefined),
  },
  message: {
    category: 'message',
    entity: messageEntity,
    isEvent: isOf(catalogue.message),
    contactId: (message: Message) => (message.status === 'none' ? undefined : message.contactId),
  },
  tag: { category: 'tag', entity: tagEntity, isEvent: isOf(catalogue.tag) },
  quickmessage: {
    category: 'quickmessage',
    entity: quickMessageEntity,
    isEvent: isOf(catalogue.quickmessage),
  },
  claim: { category: 'claim', entity: claimEntity, isEvent: isOf(catalogue.claim) },
} as const;
