import { LRUCache } from 'lru-cache';
import { refuseAccess } from '#domain/access/access.ts';
import { setChatTimer } from '#domain/contact/contact.ts';
import { moveMessage, receiveMessage } from '#domain/message/decide.ts';
import { isRejection } from '#domain/shared/decision.ts';
import type { StreamName } from '#domain/shared/stream.ts';
import { answerKindOf } from '#domain/ticket/after-closing.ts';
import { isActive } from '#domain/ticket/lifecycle.ts';
import type { Ticket } from '#domain/ticket/ticket.ts';
import type { Position, Revision } from '#eventstore/types.ts';
import { isStillOne } from '../contact/still-one.ts';
import { type CommandContext, type Outcome, stepOf } from '../context.ts';
import { handle } from '../handle.ts';
import { newId } from '../ids.ts';
import type { CommandDeps } from '../states.ts';
import { takeAnswer } from './answer-closed.ts';
import { byWriter } from './by-writer.ts';
import { findContact, newName } from './find-contact.ts';
import { type FoundTicket, findTicket } from './find-ticket.ts';
import { type InboundMessage, inboundMessageId } from './inbound-message.ts';
import { newestPlacement, type Placement } from './placement.ts';
import { isStray } from './stray.ts';

type Place = FoundTicket;

/** Where a chat leads, and whose its number or LID is. */
type Way = { readonly place: Place; readonly ownerId: string };
/** Where the chat led last time, and what was known then of the contact that it belongs to. */
type Route = Way & { readonly revision: Revision };

const moves = 5;
const routesKeptMs = 5 * 60_000;

/**
 * Takes in a message as a connection saw it: finds or makes its contact and active ticket, and writes it
 * once, however often it is given and wherever an earlier run broke off. If its ticket ends in the same
 * moment, the message moves to the next one, so that it never stands in a ticket that was closed before it
 * came and stays so, unless it answers what that one asked. It moves, too, when the merge of who writes with whose ticket
 * it is was undone in the same moment. The context's command id is not used: the message's own id stands for it. Throws
 * StoreUnavailable.
 */
export const receiveMessageCommand = (deps: CommandDeps) => {
  const routes = new LRUCache<string, Route>({ max: 20_000, ttl: routesKeptMs });
  const { message: messages, ticket: tickets, contact: contacts } = deps.states;

  return async (given: CommandContext, inbound: InboundMessage): Promise<Outcome> => {
    const { companyId, actor, principal: person } = given;
    const denied = refuseAccess({ action: 'message.receive', companyId, actor, person });
    if (denied) return denied;
    const messageId = inboundMessageId(deps.store.keys, companyId, inbound.connectionId, inbound.waKey);
    const context = { ...given, commandId: messageId };
    const stream = messages.stream(companyId, messageId);
    const route = [companyId, inbound.connectionId, inbound.chat.lid ?? '', inbound.chat.number].join('/');

    const find = async (): Promise<Way> => {
      const found = await findContact(deps, context, inbound.chat);
      const { connectionId, waKey } = inbound;
      const written = byWriter(context, { fromMe: waKey.fromMe, contactId: found.contactId });
      const answerTo = (ticketId: string) => takeAnswer(deps, written, messageId, inbound, ticketId);
      const place = await findTicket(deps, written, found, { connectionId, answerTo });
      const { ownerId } = found;
      const owner = contacts.cached(contacts.stream(companyId, ownerId));
      if (owner) routes.set(route, { place, ownerId, revision: owner.revision });
      return { place, ownerId };
    };

    /**
     * Tickets known to have ended are not even tried, nor is where a contact belonged before it changed, nor one of whom
     * the chat says a new name.
     */
    const shortcut = (): Way | undefined => {
      const known = routes.get(route);
      if (!known) return undefined;
      const { place, ownerId, revision } = known;
      const ticket = tickets.cached(tickets.stream(companyId, place.ticketId));
      const owner = contacts.cached(contacts.stream(companyId, ownerId));
      if (!ticket || !isActive(ticket.state.status) || owner?.revision !== revision) return undefined;
      const isRenamed = owner.state.status === 'active' && newName(owner.state, inbound.chat) !== undefined;
      return isRenamed ? undefined : known;
    };

    /** Before the message, so that an answer to it already has the time. */
    const keepTimer = async (contactId: string, seconds: number): Promise<void> => {
      const { connectionId } = inbound;
      await handle(stepOf(context, 'timer', contactId), {
        ...{ states: contacts, id: contactId, action: 'contact.setChatTimer' as const },
        decide: contact => setChatTimer({ contactId, connectionId, seconds }, contact),
      });
    };

    const write = async (place: Place): Promise<{ outcome: Outcome; placement: Placement | undefined }> => {
      const { connectionId, chat: _, vanishesIn, ...content } = inbound;
      if (vanishesIn) await keepTimer(place.contactId, vanishesIn);
      const command = { messageId, ...place, connectionId, ...content };
      // An id of its own for each attempt: what was there before must not look like a success of this one.
      const { outcome } = await handle(
        { ...byWriter(context, { fromMe: inbound.waKey.fromMe, ...place }), commandId: newId() },
        {
          ...{ states: messages, id: messageId, action: 'message.receive' as const, isNew: true },
          decide: message => receiveMessage(command, message),
        },
      );
      if (isRejection(outcome)) return { outcome, placement: undefined };
      return outcome.changed
        ? { outcome, placement: { ticketId: place.ticketId, position: outcome.position } }
        : { outcome, placement: await newestPlacement(deps, stream) };
    };

    const move = async (ticketId: string): Promise<Placement | undefined> => {
      await handle(stepOf(context, 'move', ticketId), {
        ...{ states: messages, id: messageId, action: 'message.receive' as const },
        decide: message => moveMessage({ messageId, ticketId }, message),
      });
      return newestPlacement(deps, stream);
    };

    const moveOn = async (): Promise<Placement | undefined> => move((await find()).place.ticketId);

    /** It may stand in a ticket that it found active, and in one that took it after the closing. */
    const belongs = (ticket: Ticket): boolean =>
      isActive(ticket.status) || answerKindOf(ticket, messageId) !== undefined;

    /** The log has told all of the ticket up to the message: nothing has to be read. */
    const isKnownToBelong = async (ticket: StreamName, position: Position): Promise<boolean> => {
      if (!(await deps.heard.upTo(position))) return false;
      const known = tickets.cached(ticket);
      return !!known && deps.heard.isNewest(ticket, known.revision) && belongs(known.state);
    };

    const settle = async (first: Placement): Promise<void> => {
      let placement: Placement | undefined = first;
      for (let turn = 0; placement && turn < moves; turn += 1) {
        const ticket = tickets.stream(companyId, placement.ticketId);
        if (await isKnownToBelong(ticket, placement.position)) return;
        if (await tickets.everSince(ticket, placement.position, belongs)) return;
        placement = await moveOn();
      }
      if (placement) throw new Error(`a message met ${moves} tickets that were closed in the same moment`);
    };

    /** Who took it in before may have ended when it was not looked yet whose ticket that is. */
    const settleAgain = async (placement: Placement): Promise<void> => {
      const left = (await isStray(deps, context, inbound.chat, placement)) ? await moveOn() : placement;
      if (left) await settle(left);
    };

    const earlier = shortcut() ? undefined : await newestPlacement(deps, stream);
    if (earlier) {
      await settleAgain(earlier);
      const { position, revision } = await messages.fresh(stream);
      return { position, revision, changed: false };
    }
    const { place, ownerId } = shortcut() ?? (await find());
    const { outcome, placement } = await write(place);
    if (!placement || isRejection(outcome)) return outcome;
    if (!outcome.changed) {
      await settleAgain(placement);
      return outcome;
    }
    const isTheirs = await isStillOne(deps, companyId, [ownerId, place.contactId], placement);
    const settled = isTheirs ? placement : await moveOn();
    if (settled) await settle(settled);
    return outcome;
  };
};
