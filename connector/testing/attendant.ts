import type { CommandContext } from '#commands/context.ts';
import { newId } from '#commands/ids.ts';
import type { Recorded } from '#eventstore/types.ts';
import { accepted, type Office, ofType } from './office.ts';

export type Attendant = {
  readonly context: () => CommandContext;
  /** Opens the contact's ticket on the connection; the contact is made when the office does not know them. */
  readonly open: (contact: { number: string; name: string } | { contactId: string }) => Promise<Conversation>;
};

export type Conversation = {
  readonly ticketId: string;
  /** Resolves with the message's id once it is queued. */
  readonly say: (body: string, more?: { quotedMessageId?: string; mass?: boolean }) => Promise<string>;
  readonly edit: (messageId: string, body: string) => Promise<string>;
  readonly remove: (messageId: string) => Promise<string>;
  readonly react: (messageId: string, emoji: string) => Promise<string>;
  readonly retry: (messageId: string) => Promise<void>;
};

/** An admin of the office who writes, edits, deletes and reacts, by commands as the gateway gives them. */
export const openAttendant = (office: Office): Attendant => {
  const { commands, companyId, connectionId } = office;
  const userId = newId();
  const person = {
    userId,
    companyId,
    profile: 'admin' as const,
    superAdmin: false,
    queueIds: [],
    name: 'Ana',
  };
  const context = (): CommandContext => ({
    ...office.bySystem(),
    actor: { kind: 'user', id: userId },
    principal: person,
  });

  const conversation = (ticketId: string): Conversation => {
    const { message } = commands;
    const changing = async (give: (changeId: string) => ReturnType<typeof message.remove>) => {
      const changeId = newId();
      accepted(await give(changeId));
      return changeId;
    };
    return {
      ticketId,
      say: async (body, more = {}) => {
        const messageId = newId();
        accepted(await message.queue(context(), { messageId, ticketId, body, ...more }));
        return messageId;
      },
      edit: (messageId, body) => changing(changeId => message.edit(context(), { messageId, changeId, body })),
      remove: messageId => changing(changeId => message.remove(context(), { messageId, changeId })),
      react: (messageId, emoji) =>
        changing(changeId => message.react(context(), { messageId, changeId, emoji })),
      retry: async messageId => {
        accepted(await message.retry(context(), { messageId }));
      },
    };
  };

  return {
    context,
    open: async contact => {
      const contactId = 'contactId' in contact ? contact.contactId : newId();
      if ('number' in contact) {
        const fields = { lid: null, email: null, isGroup: false };
        accepted(await commands.contact.create(office.bySystem(), { contactId, ...contact, ...fields }));
      }
      const ticketId = newId();
      const place = { ticketId, contactId, connectionId, queueId: null, userId };
      accepted(await commands.ticket.open(context(), { ...place, status: 'open' }));
      return conversation(ticketId);
    },
  };
};

/** The types of what has happened to a message, in order. */
export const historyOf = (events: readonly Recorded[], messageId: string): string[] =>
  events.flatMap(event =>
    'messageId' in event.data && event.data.messageId === messageId ? [event.type] : [],
  );

/** Whether each of the messages is in the log as one of the types. */
export const all =
  (types: readonly Recorded['type'][], messageIds: readonly string[]) =>
  (events: readonly Recorded[]): boolean => {
    const found = new Set(
      types.flatMap(type =>
        ofType(events, type).flatMap(({ data }) => ('messageId' in data ? [data.messageId] : [])),
      ),
    );
    return messageIds.every(messageId => found.has(messageId));
  };
