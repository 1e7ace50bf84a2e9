import { refuseAccess } from '#domain/access/access.ts';
import { memberName } from '#domain/contact/member.ts';
import type { AutomaticKind } from '#domain/message/automatic.ts';
import { recordChangeDone, recordChangeRefused } from '#domain/message/changes.ts';
import * as decide from '#domain/message/decide.ts';
import type { Media, MediaType, MessageEvent, WaKey } from '#domain/message/events.ts';
import { isLivingMessage, type Message } from '#domain/message/message.ts';
import { type Decision, reject } from '#domain/shared/decision.ts';
import { isLiving, type Ticket } from '#domain/ticket/ticket.ts';
import type { Recorded } from '#eventstore/types.ts';
import type { CommandContext, Outcome } from '../context.ts';
import { handle } from '../handle.ts';
import type { CommandDeps } from '../states.ts';
import { seen } from '../ticket/on-ticket.ts';
import { answerCallCommand } from './answer-call.ts';
import { byWriter } from './by-writer.ts';
import { changeCommands } from './change-commands.ts';
import { importHistoryCommand } from './import-history.ts';
import { inboundCommandId, inboundMessageId } from './inbound-message.ts';
import { receiveMessageCommand } from './receive-message.ts';
import { waIdOf } from './wa-id.ts';

type OfMessage = { readonly messageId: string };

export type QueueMessageInput = OfMessage & {
  readonly ticketId: string;
  /** The ticket, where it was read for this command; it is read anew by default. */
  readonly ticket?: Ticket | undefined;
  readonly body: string;
  readonly mediaType?: MediaType | undefined;
  /** The file, which is stored already. */
  readonly media?: Media | null | undefined;
  readonly quotedMessageId?: string | null | undefined;
  /** What `waIdOf` makes of the message's id, by default. */
  readonly waId?: string | undefined;
  /** The context's time by default. */
  readonly sentAt?: string | undefined;
  /** One of many: it goes at the connection's pace, behind what people write. */
  readonly mass?: boolean | undefined;
  /** What it says, where nobody wrote it: only machines may say so. */
  readonly automatic?: AutomaticKind | undefined;
  /** In whose name a program outside sends it; of others it is the acting person. */
  readonly inNameOf?: string | null | undefined;
  readonly externalId?: string | null | undefined;
};

/**
 * The commands on messages. The `record…` ones tell what a connection saw; all are quiet when it is known
 * already.
 */
export const messageCommands = (deps: CommandDeps) => {
  const record =
    <Input extends OfMessage>(rule: (input: Input, message: Message) => Decision<MessageEvent>) =>
    async (context: CommandContext, input: Input): Promise<Outcome> => {
      const { outcome } = await handle(context, {
        states: deps.states.message,
        id: input.messageId,
        action: 'message.record',
        decide: message => rule(input, message),
      });
      return outcome;
    };

  /** What somebody did to a message on a phone: a contact's doing unless it was the company's. */
  const recordDone =
    <Input extends OfMessage>(rule: (input: Input, message: Message) => Decision<MessageEvent>) =>
    async (
      context: CommandContext,
      input: Input & { readonly fromMe?: boolean | undefined },
    ): Promise<Outcome> => {
      const states = deps.states.message;
      const stream = states.stream(context.companyId, input.messageId);
      const { state } = states.cached(stream) ?? (await states.fresh(stream));
      if (state.status === 'none') return record(rule)(context, input);
      const { fromMe = true } = input;
      return record(rule)(byWriter(context, { fromMe, contactId: state.contactId }), input);
    };

  const queue = queueMessageCommand(deps);
  return {
    /** The events of a message: what is recorded of it next is decided without reading them again. */
    events: (companyId: string, messageId: string): Promise<readonly Recorded[]> =>
      deps.states.message.events(deps.states.message.stream(companyId, messageId)),
    /** A message that the log has just told of: what is recorded of it next is decided without reading it. */
    learn: (queued: Recorded): void => deps.states.message.learn(queued),
    receive: receiveMessageCommand(deps),
    importHistory: importHistoryCommand(deps),
    /** See inboundMessageId and inboundCommandId. */
    inboundId: (companyId: string, connectionId: string, waKey: WaKey): string =>
      inboundMessageId(deps.store.keys, companyId, connectionId, waKey),
    /** Who wrote in groups under the name of a jid, as messages know them; null when nobody did. */
    memberOf: async (companyId: string, jid: string): Promise<string | null> =>
      (await deps.store.keys.knownMembers(companyId, [memberName(jid)]))[0] ?? null,
    inboundCommandId: (connectionId: string, parts: readonly string[]): string =>
      inboundCommandId(deps.store.keys, connectionId, parts),
    queue,
    answerCall: answerCallCommand(deps, queue),
    ...changeCommands(deps),
    recordChangeDone: record<OfMessage & { readonly changeId: string }>(recordChangeDone),
    recordChangeRefused: record<OfMessage & { readonly changeId: string; readonly reason: string }>(
      recordChangeRefused,
    ),
    recordUnconfirmed: record<OfMessage>(decide.recordUnconfirmed),
    recordSent: record<OfMessage & { readonly waKey: WaKey }>(decide.recordSent),
    recordDelivered: record<OfMessage>(decide.recordDelivered),
    recordRead: record<OfMessage>(decide.recordRead),
    recordPlayed: record<OfMessage>(decide.recordPlayed),
    recordFailed: record<Parameters<typeof decide.recordFailed>[0]>(decide.recordFailed),
    recordMediaStored: record<OfMessage & { readonly media: Media | null }>(decide.recordMediaStored),
    recordMediaFailed: record<OfMessage & { readonly reason: string }>(decide.recordMediaFailed),
    requestMedia: requestMediaCommand(deps),
    recordEdited: recordDone<Parameters<typeof decide.recordEdited>[0]>(
      ({ messageId, body, parts }, message) => decide.recordEdited({ messageId, body, parts }, message),
    ),
    recordEditUnreadable: recordDone<OfMessage>(({ messageId }, message) =>
      decide.recordEditUnreadable({ messageId }, message),
    ),
    recordDeleted: recordDone<OfMessage>(({ messageId }, message) =>
      decide.recordDeleted({ messageId }, message),
    ),
    recordReaction: recordDone<
      OfMessage & { readonly emoji: string; readonly fromMe: boolean; readonly by: string }
    >(decide.recordReaction),
    recoverContent: record<Parameters<typeof decide.recoverContent>[0]>(decide.recoverContent),
  };
};

const isRemoved = async (
  states: CommandDeps['states'],
  companyId: string,
  connectionId: string,
): Promise<boolean> =>
  (await states.connection.fresh(states.connection.stream(companyId, connectionId))).state.status ===
  'removed';

/**
 * Asks for a file that could not be had once more; the connector tries. For who sees the message's ticket. Refused with
 * ERR_NO_WAPP_FOUND where the connection is gone: nobody would try.
 */
const requestMediaCommand =
  ({ states }: CommandDeps) =>
  async (context: CommandContext, { messageId }: OfMessage): Promise<Outcome> => {
    const { companyId, actor, principal: person } = context;
    const { state: message } = await states.message.fresh(states.message.stream(companyId, messageId));
    if (message.status === 'none') return reject('ERR_NO_MESSAGE_FOUND');
    const ticket = await states.ticket.fresh(states.ticket.stream(companyId, message.ticketId));
    const action = 'message.requestMedia';
    const denied = refuseAccess({ action, companyId, actor, person, ticket: seen(ticket.state) });
    if (denied) return denied;
    const isGone = isLivingMessage(message) && (await isRemoved(states, companyId, message.connectionId));
    if (isGone) return reject('ERR_NO_WAPP_FOUND');
    const { outcome } = await handle(context, {
      ...{ states: states.message, id: messageId, action },
      decide: before => decide.requestMedia({ messageId }, before),
    });
    return outcome;
  };

/**
 * Puts a message on its way: the connector sends it. Only on open tickets of the acting person (admins: of
 * anybody) and on groups. Refuses text without a visible character with ERR_EMPTY_MESSAGE, and to quote what was not
 * said in the same conversation with ERR_NO_MESSAGE_FOUND.
 */
const queueMessageCommand =
  ({ states }: CommandDeps) =>
  async (context: CommandContext, input: QueueMessageInput): Promise<Outcome> => {
    const { companyId, actor, principal: person } = context;
    const ticket =
      input.ticket ?? (await states.ticket.fresh(states.ticket.stream(companyId, input.ticketId))).state;
    const denied = refuseAccess({
      action: 'message.queue',
      companyId,
      actor,
      person,
      ticket: seen(ticket),
    });
    if (denied) return denied;
    const { messageId, ticketId, body, quotedMessageId } = input;
    if (quotedMessageId) {
      const quoted = await states.message.fresh(states.message.stream(companyId, quotedMessageId));
      const here = isLivingMessage(quoted.state) && isLiving(ticket);
      if (!here || quoted.state.contactId !== ticket.contactId) return reject('ERR_NO_MESSAGE_FOUND');
    }
    const userId = person?.userId ?? (actor.kind === 'token' ? (input.inNameOf ?? null) : null);
    const command = {
      ...{ messageId, ticketId, body, userId },
      mediaType: input.mediaType ?? 'text',
      quotedMessageId: quotedMessageId ?? null,
      waId: input.waId ?? waIdOf(messageId),
      sentAt: input.sentAt ?? context.at,
      ...(input.media ? { media: input.media } : {}),
      ...(input.mass ? { mass: true } : {}),
      ...(input.automatic ? { automatic: input.automatic } : {}),
      ...(input.externalId ? { externalId: input.externalId } : {}),
    };
    const sender = { userId, profile: person?.profile ?? ('machine' as const) };
    const { outcome } = await handle(context, {
      ...{ states: states.message, id: messageId, action: 'message.queue' as const, isNew: true },
      decide: message => decide.queueMessage(command, message, ticket, sender),
    });
    return outcome;
  };
