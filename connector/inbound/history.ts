import type { InboundMessage } from '#commands/message/inbound-message.ts';
import { isRejection } from '#domain/shared/decision.ts';
import { printable } from '#domain/shared/printable.ts';
import type { AwaitedFile } from '../media/remote-file.ts';
import { persistently } from '../retry.ts';
import { isGroup, isLid, isPhone, keyOf, userOf } from './jids.ts';
import type { JournalRow } from './journal-entry.ts';
import type { Lanes } from './lanes.ts';
import { fetchHistory, type HistoryChat, type HistoryMessage, type ReadChunk } from './read-history.ts';
import { broughtBy } from './receive-said.ts';
import type { IntakeDeps } from './take-in.ts';
import { createTargets } from './targets.ts';

type Dependencies = Omit<IntakeDeps, 'awaitFile' | 'groupName' | 'ownJids'> & {
  /** One lane for all connections. */
  readonly lane: Lanes;
  readonly isWanted: () => Promise<boolean>;
  readonly readChunk: ReadChunk;
  /** Remembers where a file is, for when somebody asks for it. Idempotent. */
  readonly keepFile: (messageId: string, awaited: AwaitedFile) => Promise<void>;
};

export type History = {
  /** There may be something in the journal. */
  readonly wake: () => void;
  /** Reads on where an outage interrupted the reading. */
  readonly nudge: () => void;
};

const atOnce = 50;

/**
 * Imports what a connection's phone tells of older messages: journalled before WhatsApp is told that it has arrived,
 * taken in beside what comes live, and begun anew after a crash, where what is there already adds nothing.
 */
export const openHistory = (dependencies: Dependencies): History => {
  const { connectionId, baileys, journal, lane, log, signal, isWanted } = dependencies;
  const bring = createBringing(dependencies);
  let busy = false;
  let again = false;
  let interrupted = false;

  const take = async (row: JournalRow): Promise<void> => {
    try {
      if (row.plain && (await persistently(isWanted, { signal }))) {
        const { plain } = row;
        const chats = await persistently(() => fetchHistory(baileys, plain, dependencies.readChunk), {
          signal,
        });
        for (const chat of chats) await bring(row.stanzaId, chat);
      }
      await persistently(() => journal.handled(row.seq, 'protocol'), { signal });
    } catch (error) {
      if (signal.aborted) return;
      log.error({ err: error }, 'a part of the history could not be imported and is set aside');
      await persistently(() => journal.setAside(row.seq, printable(error)), { signal });
    }
  };

  const takeAll = async (): Promise<void> => {
    do {
      again = false;
      for (;;) {
        const row = await persistently(() => journal.history(connectionId), { signal });
        if (!row) break;
        await take(row);
      }
    } while (again);
  };

  const run = async (): Promise<void> => {
    interrupted = false;
    try {
      await takeAll();
    } catch (error) {
      interrupted = true;
      if (!signal.aborted) log.warn({ err: error }, 'the history in the journal could not be read');
    }
    busy = false;
    if (again) wake();
  };
  const wake = () => {
    again = true;
    if (busy || signal.aborted) return;
    busy = true;
    lane.add('history', run);
  };
  return { wake, nudge: () => (interrupted ? wake() : undefined) };
};

/** How a chat's past becomes commands. */
const createBringing = (dependencies: Dependencies) => {
  const { companyId, connectionId, commands, log, signal, find, keepFile, ignoresGroups } = dependencies;
  const targets = createTargets(dependencies);

  /** What attendants sent has an id of another kind: the index knows it. */
  const unknownOf = async (messages: readonly HistoryMessage[]): Promise<HistoryMessage[]> => {
    const known = await find(messages.map(({ envelope }) => envelope.id));
    return messages.filter(
      ({ envelope }) => !known.some(({ waId, fromMe }) => waId === envelope.id && fromMe === envelope.fromMe),
    );
  };

  const told = async ({ envelope, content }: HistoryMessage) => {
    return {
      ...{ waKey: keyOf(envelope), ...(await broughtBy({ ...dependencies, targets }, envelope, content)) },
      sentAt: new Date(envelope.sentAt * 1000).toISOString(),
      senderName: envelope.fromMe ? null : envelope.pushName,
    };
  };

  const contextOf = (parts: readonly string[]) => ({
    ...{ companyId, commandId: commands.message.inboundCommandId(connectionId, parts) },
    ...{ at: new Date().toISOString(), principal: null },
    actor: { kind: 'connection' as const, id: connectionId },
  });

  const bringSome = async (place: Place, some: readonly HistoryMessage[]): Promise<void> => {
    const unknown = await unknownOf(some);
    if (unknown.length === 0) return;
    const parts = [
      'history',
      place.stanzaId,
      place.chat.lid ?? place.chat.number,
      unknown[0]?.envelope.id ?? '',
    ];
    const context = contextOf(parts);
    // Known before its message is: somebody may ask for it at once.
    for (const { envelope, content } of unknown) {
      if (!content.file) continue;
      const waKey = keyOf(envelope);
      await keepFile(commands.message.inboundId(companyId, connectionId, waKey), {
        waKey,
        file: content.file,
      });
    }
    const messages = await Promise.all(unknown.map(told));
    const outcome = await commands.message.importHistory(context, {
      ...{ connectionId, chat: place.chat, messages },
    });
    if (isRejection(outcome)) {
      if (outcome.rejected === 'ERR_CONFLICT') throw new Error('lost a race for a message of the history');
      log.warn({ code: outcome.rejected }, 'the inbox refused a part of the history');
      return;
    }
  };

  const setTimer = ({ stanzaId, chat }: Place, seconds: number) =>
    commands.contact.setChatTimer(contextOf(['history-timer', stanzaId, chat.lid ?? chat.number]), {
      chat,
      connectionId,
      seconds,
    });

  return async (stanzaId: string, history: HistoryChat): Promise<void> => {
    if (isGroup(history.jid) && (await persistently(ignoresGroups, { signal }))) return;
    const messages = history.messages();
    const chat = await persistently(() => inboxChat(dependencies, history, messages), { signal });
    for (let from = 0; from < messages.length; from += atOnce) {
      const some = messages.slice(from, from + atOnce);
      await persistently(() => bringSome({ stanzaId, chat }, some), { signal });
    }
    const { vanishesIn } = history;
    if (vanishesIn) await persistently(() => setTimer({ stanzaId, chat }, vanishesIn), { signal });
  };
};

type Place = { readonly stanzaId: string; readonly chat: InboundMessage['chat'] };

/** People go by the name they gave themselves, as with what comes live. */
const inboxChat = async (
  { phoneOf }: Pick<IntakeDeps, 'phoneOf'>,
  { jid, alt, name }: HistoryChat,
  messages: readonly HistoryMessage[],
): Promise<InboundMessage['chat']> => {
  if (isGroup(jid)) return { number: userOf(jid), lid: null, name, isGroup: true };
  const jids = [jid, alt];
  const lid = jids.find(isLid) ?? null;
  const phone = jids.find(isPhone) ?? (lid && (await phoneOf(lid)));
  const pushName = messages.findLast(({ envelope }) => envelope.pushName && !envelope.fromMe)?.envelope
    .pushName;
  return {
    ...{ number: phone ? userOf(phone) : '', lid: lid && userOf(lid) },
    ...{ name: pushName ?? name, isGroup: false },
  };
};
