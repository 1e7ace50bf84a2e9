import type { Logger } from 'pino';
import type { Commands } from '#commands/commands.ts';
import type { CommandContext, Outcome } from '#commands/context.ts';
import { type InboundMessage, inboundMessageId } from '#commands/message/inbound-message.ts';
import { isRejection } from '#domain/shared/decision.ts';
import { deriveId } from '#eventstore/event-id.ts';
import type { Baileys } from '../baileys.ts';
import { persistently } from '../retry.ts';
import { type Content, readContent } from './content.ts';
import type { Journal } from './journal.ts';
import type { Envelope, JournalRow } from './journal-entry.ts';
import type { IndexedMessage } from './message-index.ts';

export type Surroundings = {
  readonly companyId: string;
  readonly connectionId: string;
  readonly baileys: Baileys;
  readonly commands: Commands;
  readonly journal: Journal;
  readonly log: Logger;
  readonly signal: AbortSignal;
  readonly ignoresGroups: () => Promise<boolean>;
  /** The phone number's jid of a lid, when this account has learnt it. */
  readonly phoneOf: (lid: string) => Promise<string | null>;
  readonly groupName: (jid: string) => Promise<string | null>;
  readonly find: (waIds: readonly string[]) => Promise<IndexedMessage[]>;
};

export type Intaking = {
  /** Takes a journalled row to the inbox, once, whatever happens between; see Intake. */
  readonly takeRow: (row: JournalRow) => Promise<void>;
  /** Tells the inbox of a message that could not be decrypted. When it comes again, readable, it is filled in. */
  readonly takeUnreadable: (envelope: Envelope) => Promise<void>;
};

/** How what a connection decrypted becomes commands. */
export const createIntaking = (surroundings: Surroundings): Intaking => {
  const { companyId, connectionId, baileys, commands, journal, log, signal, find } = surroundings;

  const contextOf = (...parts: readonly string[]): CommandContext => ({
    companyId,
    commandId: deriveId('inbound', connectionId, ...parts),
    at: new Date().toISOString(),
    actor: { kind: 'connection', id: connectionId },
    principal: null,
  });

  const targetOf = async (envelope: Envelope, waId: string): Promise<string> => {
    const found = await find([waId]);
    const known = found[0]?.messageId;
    return known ?? inboundMessageId(companyId, connectionId, { ...keyOf(envelope), id: waId });
  };

  const receive = async (envelope: Envelope, content: Extract<Content, { kind: 'message' }>) => {
    const waKey = keyOf(envelope);
    const quotedMessageId = content.quoted ? await targetOf(envelope, content.quoted) : null;
    const { body, mediaType } = content;
    const outcome = await commands.message.receive(contextOf(waKey.remoteJid, envelope.id), {
      ...{ connectionId, waKey, body, mediaType, quotedMessageId },
      sentAt: new Date(envelope.sentAt * 1000).toISOString(),
      senderName: envelope.fromMe ? null : envelope.pushName,
      chat: await chatOf(envelope),
    });
    if (isRejection(outcome) || outcome.changed || mediaType === 'unavailable') return outcome;
    const messageId = inboundMessageId(companyId, connectionId, waKey);
    const recovery = contextOf(waKey.remoteJid, envelope.id, 'recover');
    return commands.message.recoverContent(recovery, { messageId, body, mediaType, quotedMessageId });
  };

  const chatOf = async (envelope: Envelope): Promise<InboundMessage['chat']> => {
    const { remoteJid, remoteJidAlt, pushName, fromMe } = envelope;
    if (isGroup(remoteJid)) {
      const name = (await surroundings.groupName(remoteJid)) ?? '';
      return { number: userOf(remoteJid), lid: null, name, isGroup: true };
    }
    const jids = [remoteJid, remoteJidAlt];
    const lid = jids.find(isLid) ?? null;
    const phone = jids.find(isPhone) ?? (lid && (await surroundings.phoneOf(lid)));
    const name = fromMe ? '' : (pushName ?? '');
    return { number: phone ? userOf(phone) : '', lid: lid && userOf(lid), name, isGroup: false };
  };

  /** Why a content is nothing for the inbox, null when it is something. */
  const reasonToIgnore = async (envelope: Envelope, { kind }: Content): Promise<string | null> => {
    if (kind === 'nothing') return 'no-content';
    return isGroup(envelope.remoteJid) && (await surroundings.ignoresGroups()) ? 'ignored-group' : null;
  };

  const perform = async (envelope: Envelope, content: Something): Promise<Outcome> => {
    if (content.kind === 'message') return receive(envelope, content);
    const context = contextOf(envelope.remoteJid, envelope.id);
    const messageId = await targetOf(envelope, content.target.id);
    if (content.kind === 'revoke') return commands.message.recordDeleted(context, { messageId });
    if (content.kind === 'edit')
      return commands.message.recordEdited(context, { messageId, body: content.body });
    const by = userOf(envelope.participant ?? envelope.remoteJid);
    const { fromMe } = envelope;
    return commands.message.recordReaction(context, { messageId, emoji: content.emoji, fromMe, by });
  };

  /** Answers why a message is not shown, null when it is. */
  const settle = async (envelope: Envelope, content: Content): Promise<string | null> => {
    const ignored = await persistently(() => reasonToIgnore(envelope, content), { signal });
    if (ignored !== null || content.kind === 'nothing') return ignored;
    const outcome = await persistently(
      async () => {
        const tried = await perform(envelope, content);
        if (isRejection(tried) && tried.rejected === 'ERR_CONFLICT') throw new LostRace();
        return tried;
      },
      { signal },
    );
    if (!isRejection(outcome)) return null;
    log.warn({ waId: envelope.id, code: outcome.rejected }, 'the inbox refused a message');
    return outcome.rejected;
  };

  return {
    takeRow: async row => {
      try {
        const reason = await settle(row.attrs, readContent(baileys, row.plain));
        await persistently(() => journal.handled(row.seq, reason), { signal });
      } catch (error) {
        if (signal.aborted) return;
        log.error({ err: error, waId: row.attrs.id }, 'a message could not be taken in and is set aside');
        await persistently(() => journal.setAside(row.seq, String(error)), { signal }).catch(() => undefined);
      }
    },
    takeUnreadable: async envelope => {
      try {
        await settle(envelope, { kind: 'message', body: '', mediaType: 'unavailable', quoted: null });
      } catch (error) {
        if (!signal.aborted) log.error({ err: error, waId: envelope.id }, 'an unreadable message is lost');
      }
    },
  };
};

type Something = Exclude<Content, { kind: 'nothing' }>;

class LostRace extends Error {}

/** A chat is named by its lid wherever that is known, so that its messages have the same ids each time. */
const keyOf = ({ id, fromMe, remoteJid, remoteJidAlt, participant, participantAlt }: Envelope) => ({
  id,
  fromMe,
  remoteJid: [remoteJid, remoteJidAlt].find(isLid) ?? remoteJid,
  participant: [participant, participantAlt].find(isLid) ?? participant,
});

const isGroup = (jid: string) => jid.endsWith('@g.us');
const isLid = (jid: string | null) => jid?.endsWith('@lid') === true;
const isPhone = (jid: string | null) => jid?.endsWith('@s.whatsapp.net') === true;
const userOf = (jid: string) => jid.replace(/[:@].*$/, '');
