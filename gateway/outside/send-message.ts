import type { CommandContext, Outcome } from '#commands/context.ts';
import { stepOf } from '#commands/context.ts';
import type { KnownPlace, OutsidePlace } from '#commands/message/outside-commands.ts';
import type { SendOutsideAnswer } from '#contracts/outside-messages.ts';
import { isRejection } from '#domain/shared/decision.ts';
import { signed } from '#domain/shared/signature.ts';
import { isVisible } from '#domain/shared/text.ts';
import { CallRefused, RestRefused, refuse } from '../errors/refusal.ts';
import type { Gateway } from '../gateway.ts';
import { refusalOfRejection } from '../http/outcome.ts';
import { discardAll } from '../media/received-files.ts';
import { type QueueOne, type SentMessage, sendEach } from '../media/send-files.ts';
import { fetchFiles } from './fetch-files.ts';
import type { AskedSend } from './read-send.ts';
import type { NumberResolution } from './resolve-number.ts';
import { type Before, lookBefore, nothingBefore } from './sent-before.ts';
import type { OutsideCaller } from './tokens.ts';

type Deps = Pick<
  Gateway,
  'commands' | 'media' | 'mediaLimits' | 'outboundAllowed' | 'callLimits' | 'usualConnection' | 'log'
> & { readonly resolveNumber: NumberResolution };

export type Sending = {
  /** What `lookAhead` found for it. */
  readonly looked: Promise<Looked>;
  readonly context: CommandContext;
  readonly asked: AskedSend;
  /** Some of it may have been done before, under the same command. */
  readonly begun: boolean;
};

/** How often a ticket may be closed while a message is on its way to it. */
const tries = 3;
/** How old what was seen of a ticket may be when a text is queued on it. */
const believedForMs = 250;

/** Where a message is to stand, and what it says. */
type Looked = {
  readonly connectionId: string;
  readonly body: string;
  readonly known: KnownPlace;
  /** When the looking began, by `performance.now()`. */
  readonly seenAt: number;
};

/**
 * Looks where a message belongs, before it is known whether the call is to be done: meanwhile it is looked for whether it
 * came before. Changes nothing. @throws what it is refused with.
 */
export const lookAhead = async (
  deps: Pick<Deps, 'commands' | 'usualConnection'>,
  caller: OutsideCaller,
  asked: AskedSend,
): Promise<Looked> => {
  const { companyId } = caller;
  if (!isVisible(asked.body ?? '') && asked.files.length === 0 && asked.urls.length === 0)
    throw new CallRefused('ERR_EMPTY_MESSAGE', {
      message: 'There is neither a text nor a file to send.',
      details: { field: 'body' },
    });
  const connectionId = await connectionOf(deps, caller, asked);
  const body = await wordsOf(deps, companyId, asked);
  const { number, queueId = null } = asked;
  const seenAt = performance.now();
  const known = await deps.commands.outside.known(companyId, { connectionId, number, queueId });
  return { connectionId, body, known, seenAt };
};

/**
 * Puts on its way what a program outside asks for: the message, or one for each file, stands in the contact's active
 * ticket, and contact and ticket are made where there are none. The same command again does nothing twice, and is
 * answered though it would be refused by now. @throws what it is refused with.
 */
export const sendOutside = async (deps: Deps, sending: Sending): Promise<SendOutsideAnswer> => {
  const { context, asked, begun } = sending;
  const before = begun ? await lookBefore(deps, context, asked) : nothingBefore(asked);
  const [first] = before.sent;
  if (!first || !before.isAll) return sendRest(deps, sending, before);
  const last = before.sent.at(-1) ?? first;
  if (asked.closeTicket) await close(deps, context, last.ticketId);
  const { ticketId, contactId, connectionId } = last;
  const known = await deps.commands.outside.numberOf(context.companyId, contactId);
  // Of who is erased by now the answer keeps nothing.
  const number = known === undefined ? '' : known || asked.number;
  return answerOf(sending, {
    ...{ at: { ticketId, contactId, number }, connectionId, queuedAt: first.queuedAt },
    ids: before.sent.map(({ id }) => id),
  });
};

const sendRest = async (deps: Deps, sending: Sending, before: Before): Promise<SendOutsideAnswer> => {
  const { context, asked, begun } = sending;
  const { companyId } = context;
  const { body, known, seenAt, ...looked } = await sending.looked;
  const [sentFirst] = before.sent;
  // What is the company's usual connection may have changed since.
  const connectionId = sentFirst?.connectionId ?? looked.connectionId;
  const queueId = asked.queueId ?? null;
  const number = known.contact?.number ?? (await deps.resolveNumber(companyId, asked.number));
  const messages = Math.max(1, asked.files.length + asked.urls.length);
  if (!begun) await deps.callLimits.takeMessages(companyId, number, messages);
  const fetched = await fetchFiles(deps, before.urls);
  try {
    const placeAnew = () => placeOf(deps, context, { connectionId, number, queueId });
    const first = sentFirst ? { ...sentFirst, number } : (known.place ?? (await placeAnew()));
    const send = queueing(deps, asked, first, { seenAt, placeAnew });
    const { sent: there } = before;
    const form = {
      body,
      quotedMessageId: asked.quotedMessageId ?? null,
      files: [...there, ...asked.files.slice(there.length), ...fetched],
    };
    const sent = await sendEach({ ...deps, queue: send.queue }, context, send.at().contactId, form)
      .then(all => refuseIf(all, asked))
      .catch(error => {
        throw error instanceof CallRefused && send.isAnyQueued() ? new RestRefused(error) : error;
      });
    if (asked.closeTicket) await close(deps, context, send.at().ticketId);
    const ids = sent.map(({ id }) => id);
    // Another run of the same command may have queued it.
    const queuedAt = (await deps.commands.outside.queuedAt(companyId, ids[0] ?? '')) ?? context.at;
    return answerOf(sending, { at: send.at(), connectionId, queuedAt, ids });
  } finally {
    await discardAll(fetched);
  }
};

const answerOf = (
  { asked }: Sending,
  done: {
    readonly at: Pick<OutsidePlace, 'ticketId' | 'contactId' | 'number'>;
    readonly connectionId: string;
    readonly ids: readonly string[];
    readonly queuedAt: string;
  },
): SendOutsideAnswer => {
  const { ticketId, contactId, number } = done.at;
  const { ids, connectionId, queuedAt } = done;
  return {
    ...{ id: ids[0] ?? '', ids: [...ids], ticketId, contactId, whatsappId: connectionId, number },
    ...{ externalId: asked.externalId ?? null, state: 'queued', queuedAt },
  };
};

const connectionOf = async (
  { usualConnection }: Pick<Deps, 'usualConnection'>,
  { companyId, connectionId }: OutsideCaller,
  { whatsappId }: AskedSend,
): Promise<string> => {
  if (connectionId !== null) {
    if (!whatsappId || whatsappId === connectionId) return connectionId;
    throw new CallRefused('ERR_VALIDATION', {
      message: 'whatsappId: the token of a connection sends by that connection alone',
      details: { field: 'whatsappId' },
    });
  }
  if (whatsappId) return whatsappId;
  const usual = await usualConnection.of(companyId);
  if (!usual) throw refuse('ERR_NO_DEF_WAPP_FOUND');
  return usual;
};

/** With the user's name above, where that is wanted. */
const wordsOf = async (
  { commands }: Pick<Deps, 'commands'>,
  companyId: string,
  { userId, sendSignature, body = '' }: AskedSend,
): Promise<string> => {
  if (!userId) {
    if (!sendSignature) return body;
    throw new CallRefused('ERR_VALIDATION', {
      message: 'sendSignature: userId says whose name it is',
      details: { field: 'userId' },
    });
  }
  const name = await commands.outside.nameOf(companyId, userId);
  if (name === undefined) throw refuse('ERR_NO_USER_FOUND', { field: 'userId' });
  return sendSignature && isVisible(body) ? signed(body, name) : body;
};

const placeOf = async (
  { commands }: Deps,
  context: CommandContext,
  chat: Parameters<Deps['commands']['outside']['place']>[1],
): Promise<OutsidePlace> => {
  const place = await commands.outside.place(context, chat);
  if (!isRejection(place)) return place;
  const field = place.rejected === 'ERR_NO_QUEUE_FOUND' ? 'queueId' : 'whatsappId';
  throw refuse(place.rejected, { ...place.details, field });
};

/**
 * A ticket that is closed in the same moment is left for the next one. What was seen of the first is believed for one text,
 * that is queued a moment later.
 */
const queueing = (
  { commands }: Deps,
  { userId, externalId }: AskedSend,
  first: OutsidePlace,
  { seenAt, placeAnew }: { readonly seenAt: number; readonly placeAnew: () => Promise<OutsidePlace> },
) => {
  let at = first;
  let isAnyQueued = false;
  const own = { inNameOf: userId, externalId, ...(userId ? {} : { automatic: 'api' as const }) };
  const queue: QueueOne = async (step, message) => {
    for (let turn = 1; ; turn += 1) {
      const { ticketId } = at;
      const isBelieved = !message.media && performance.now() - seenAt < believedForMs;
      const ticket = isBelieved ? at.ticket : undefined;
      at = { ...at, ticket: undefined };
      const outcome = await commands.message.queue(step, { ...message, ...own, ticketId, ticket });
      isAnyQueued ||= !isRejection(outcome);
      if (!isClosed(outcome) || turn === tries) return outcome;
      at = await placeAnew();
    }
  };
  return { queue, at: () => at, isAnyQueued: () => isAnyQueued };
};

const isClosed = (outcome: Outcome): boolean =>
  isRejection(outcome) &&
  (outcome.rejected === 'ERR_TICKET_CLOSED' || outcome.rejected === 'ERR_NO_TICKET_FOUND');

const refuseIf = (sent: readonly SentMessage[], asked: AskedSend): readonly SentMessage[] => {
  const refused = sent.find(({ outcome }) => isRejection(outcome));
  if (refused && isRejection(refused.outcome)) throw refusalIn(refused.outcome, asked);
  return sent;
};

const refusalIn = (outcome: Parameters<typeof refusalOfRejection>[0], asked: AskedSend): CallRefused =>
  outcome.rejected === 'ERR_NO_MESSAGE_FOUND' && asked.quotedMessageId
    ? refuse(outcome.rejected, { ...outcome.details, field: 'quotedMessageId' })
    : refusalOfRejection(outcome);

/** The message is on its way whatever becomes of this. */
const close = async ({ commands, log }: Deps, context: CommandContext, ticketId: string): Promise<void> => {
  const outcome = await commands.ticket.close(stepOf(context, 'close'), { ticketId, justClose: true });
  if (isRejection(outcome)) log.warn({ ticketId, rejected: outcome.rejected }, 'a ticket was not closed');
};
