import { failureOf } from '#domain/message/outside.ts';
import { streamName } from '#domain/shared/stream.ts';
import type { TicketEvent } from '#domain/ticket/events.ts';
import { ticketEntity } from '#domain/ticket/ticket.ts';
import { testType, type WebhookType } from '#domain/webhook/event-types.ts';
import type { WebhookData } from '#domain/webhook/payloads.ts';
import type { Recorded } from '#eventstore/types.ts';
import { concepts } from '../concepts.ts';
import { historyTicketId } from '../message/import-history.ts';
import { contactPartOf, folded, type PayloadDeps } from './contact-part.ts';
import type { Endpoint } from './endpoint-rows.ts';
import { placeOf, readMessage, textsOf } from './message-content.ts';

/** What is delivered, as its row names it. */
export type Happened = {
  readonly id: string;
  readonly type: WebhookType | typeof testType;
  readonly companyId: string;
  readonly category: string;
  readonly entityId: string;
  readonly revision: number;
  readonly position: number;
  readonly happenedAt: string;
};

export type Payload = {
  readonly body: string;
  /** Whose data may be in it. */
  readonly persons: readonly string[];
};

type Built = {
  readonly data: WebhookData | { readonly webhookId: string };
  readonly persons: readonly string[];
  /** Where it happened; undefined where that is no connection's: a contact is the company's, and may write to several. */
  readonly connectionId?: string | undefined;
};

/** A body is shorter than 20 kB; what is longer in JSON than anybody writes goes without its texts. */
const longestPayload = 19_500;

/**
 * What an endpoint is told, read from the log as it is now: who was erased meanwhile stays so. Undefined where there is
 * nothing to tell: it happened on a connection that the endpoint does not want, or its beginning is gone.
 */
export const payloadOf = async (
  deps: PayloadDeps,
  happened: Happened,
  endpoint: Pick<Endpoint, 'id' | 'payload' | 'connectionIds'>,
): Promise<Payload | undefined> => {
  const built = await build(deps, happened, endpoint);
  if (!built) return undefined;
  const { connectionIds } = endpoint;
  if (connectionIds && built.connectionId !== undefined && !connectionIds.includes(built.connectionId))
    return undefined;
  const { type, happenedAt } = happened;
  const written = (data: object) => JSON.stringify({ type, timestamp: happenedAt, data });
  const whole = written(built.data);
  const body = Buffer.byteLength(whole) > longestPayload ? written(withoutTexts(built.data)) : whole;
  return { body, persons: built.persons };
};

const withoutTexts = (data: object): object => {
  const {
    message,
    contact: _,
    notes: _n,
    ...rest
  } = data as { message?: { parts?: unknown }; contact?: object; notes?: string };
  if (!message) return rest;
  const { parts: _p, ...said } = message;
  return { ...rest, message: { ...said, body: '', bodyTruncated: true, media: null } };
};

const build = async (
  deps: PayloadDeps,
  happened: Happened,
  endpoint: Pick<Endpoint, 'id' | 'payload'>,
): Promise<Built | undefined> => {
  if (happened.type === testType) return { data: { webhookId: endpoint.id }, persons: [] };
  const isFull = endpoint.payload === 'full';
  switch (happened.category) {
    case 'message':
      return ofMessage(deps, happened, isFull);
    case 'ticket':
      return ofTicket(deps, happened, isFull);
    case 'contact':
      return ofContact(deps, happened, isFull);
    default:
      return ofConnection(deps, happened, isFull);
  }
};

type Builder = (deps: PayloadDeps, happened: Happened, isFull: boolean) => Promise<Built | undefined>;

const ofMessage: Builder = async (deps, happened, isFull) => {
  const { companyId, entityId: messageId, revision, position: sequence } = happened;
  const read = await readMessage(deps, companyId, messageId);
  if (!read) return undefined;
  const { events, facts } = read;
  const [first] = events;
  // What a phone had from before was never sent, and neither are its changes.
  if (first?.type === 'MessageReceived' && first.data.history) return undefined;
  const event = events[revision];
  const thin = {
    ...{ sequence, messageId, ...placeOf(facts) },
    ...(event?.type === 'MessageFailed' && {
      ...{ error: failureOf(event.data.reason), reason: event.data.reason },
    }),
  };
  const full = isFull && (await textsOf(deps, companyId, facts));
  const persons = [facts.contactId, ...events.flatMap(each => each.persons ?? [])];
  return { data: { ...thin, ...full }, persons, connectionId: facts.connectionId };
};

const ofTicket: Builder = async (deps, happened, isFull) => {
  const { companyId, entityId: ticketId, revision, position: sequence } = happened;
  const events = (await deps.store.load(streamName('ticket', companyId, ticketId))).filter(isTicketEvent);
  const event = events[revision];
  if (isUntoldHistory(events, revision)) return undefined;
  // One that was deleted has nothing of its own any more: what it was is told.
  const until = event?.type === 'TicketDeleted' ? revision : revision + 1;
  const ticket = events.slice(0, until).reduce(ticketEntity.evolve, ticketEntity.initial);
  if (!event || ticket.status === 'none' || ticket.status === 'deleted') return undefined;
  const { contactId, connectionId, queueId, userId } = ticket;
  const place = { sequence, ticketId, contactId, whatsappId: connectionId };
  const contact = isFull && { contact: await contactPartOf(deps, companyId, contactId) };
  const built = { persons: [contactId], connectionId };
  if (event.type === 'TicketRated') {
    const { rating, userId: resolvedBy } = event.data;
    return { ...built, data: { ...place, userId: resolvedBy, rating, ...contact } };
  }
  const status = event.type === 'TicketDeleted' ? ('deleted' as const) : ticket.status;
  const data = {
    ...{ ...place, status, queueId, userId, ...contact },
    ...(event.type === 'TicketClosed' && { reason: event.data.reason ?? null }),
    ...(event.type === 'TicketTransferred' && isFull && { notes: event.data.notes }),
  };
  return { ...built, data };
};

/** What a phone had from before stands in a ticket that is not sent until somebody opens it again. */
const isUntoldHistory = (events: readonly (Recorded & TicketEvent)[], revision: number): boolean => {
  const [first] = events;
  if (first?.type !== 'TicketOpened') return false;
  const { ticketId, connectionId, contactId } = first.data;
  if (ticketId !== historyTicketId(first.companyId, connectionId, contactId)) return false;
  return !events.slice(0, revision + 1).some(({ type }) => type === 'TicketReopened');
};

const ofContact: Builder = async (deps, happened, isFull) => {
  const { companyId, entityId: contactId, position: sequence, type, revision } = happened;
  const persons = [contactId];
  if (type === 'contact.removed' || type === 'contact.erased')
    return { data: { sequence, contactId }, persons };
  const contact = isFull && { contact: await contactPartOf(deps, companyId, contactId) };
  if (type !== 'contact.merged') return { data: { sequence, contactId, ...contact }, persons };
  const [event] = await deps.store.load(streamName('contact', companyId, contactId), revision);
  if (event?.type !== 'ContactsMerged') return undefined;
  const { otherId } = event.data;
  return { data: { sequence, contactId, otherId, ...contact }, persons: [contactId, otherId] };
};

const ofConnection: Builder = async (deps, happened, isFull) => {
  const { companyId, entityId: connectionId, revision, position: sequence } = happened;
  const [event] = await deps.store.load(streamName('connection', companyId, connectionId), revision);
  if (event?.type !== 'ConnectionStatusChanged') return undefined;
  const { status, reason, number } = event.data;
  const state = await folded(deps, concepts.connection, companyId, connectionId);
  const full = isFull && { name: state.status === 'active' ? state.fields.name : '', number };
  const data = { sequence, whatsappId: connectionId, status, reason, ...full };
  return { data, persons: [], connectionId };
};

const isTicketEvent = (event: Recorded): event is Extract<Recorded, TicketEvent> =>
  concepts.ticket.isEvent(event);
