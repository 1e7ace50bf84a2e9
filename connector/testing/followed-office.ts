import { newId } from '#commands/ids.ts';
import { inTransaction } from '#eventstore/database/transaction.ts';
import type { Position } from '#eventstore/types.ts';
import { foldBatch } from '../outbound/fold-batch.ts';
import { accepted, ofType, openOffice } from './office.ts';

/** An office without a connector: its tables follow the log when they are told to. */
export const openFollowedOffice = async () => {
  const office = await openOffice();
  const { connectionId, pool, bySystem } = office;
  let folded: Position | undefined;
  const everything = () => office.until('the end', () => true);
  return {
    ...office,
    /** Somebody writes from a number, and a LID if they have one; the chat goes by either. */
    write: async (number: string, lid: string | null = null, remoteJid = jidOf(number)) => {
      const waKey = { id: newId(), remoteJid, fromMe: false, participant: null };
      const content = { body: 'Olá', mediaType: 'text' as const, quotedMessageId: null, senderName: null };
      accepted(
        await office.commands.message.receive(
          { ...bySystem(), actor: { kind: 'connection', id: connectionId } },
          {
            ...{ connectionId, waKey, sentAt: new Date().toISOString(), ...content },
            chat: { number, lid, name: '', isGroup: false },
          },
        ),
      );
    },
    /** The connector's tables follow the log to its end. */
    follow: async () => {
      const { contact, ticket } = office.commands;
      const following = {
        provider: 'simulator',
        isOthers: contact.isOthers,
        isTicketOf: ticket.isOf,
        keys: office.store.keys,
      } as const;
      const events = await everything();
      const news = events.filter(({ position }) => position > (folded ?? -1));
      await inTransaction(pool, client => foldBatch(client, following, news));
      folded = events.at(-1)?.position ?? folded;
    },
    /** The contact that was made with a number, the first one or whoever came last. */
    contactOf: async (number: string, which: 'first' | 'last' = 'first') => {
      const made = ofType(await everything(), 'ContactCreated').filter(({ data }) => data.number === number);
      return made.at(which === 'first' ? 0 : -1)?.entityId ?? '';
    },
  };
};

export const jidOf = (number: string) => `${number}@s.whatsapp.net`;
