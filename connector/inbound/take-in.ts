import type { Logger } from 'pino';
import type { Commands } from '#commands/commands.ts';
import type { CommandContext, Outcome } from '#commands/context.ts';
import { newId } from '#commands/ids.ts';
import { LostRace } from '#commands/lost-race.ts';
import type { InboundMessage } from '#commands/message/inbound-message.ts';
import { isRejection, reject } from '#domain/shared/decision.ts';
import { printable } from '#domain/shared/printable.ts';
import { possibleSecond } from '#domain/shared/time.ts';
import type { Baileys } from '../baileys.ts';
import type { AwaitedFile } from '../media/remote-file.ts';
import { persistently } from '../retry.ts';
import { type Content, readContent, type Target } from './content.ts';
import { isGroup, isLid, isPhone, keyOf, userOf } from './jids.ts';
import type { Journal } from './journal.ts';
import type { Envelope, JournalRow } from './journal-entry.ts';
import type { IndexedMessage } from './message-index.ts';
import { createTargets } from './targets.ts';

export type IntakeDeps = {
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
  readonly isMe: (jid: string) => boolean;
  /** A message that was taken in has a file, which is to be had. Idempotent. */
  readonly awaitFile: (messageId: string, awaited: AwaitedFile) => Promise<void>;
  readonly find: (waIds: readonly string[]) => Promise<IndexedMessage[]>;
};

export type Intaking = {
  /**
   * Takes a journalled row to the inbox, once, whatever happens between; see Intake. One without content becomes
   * a placeholder that is filled in when the content comes.
   */
  readonly takeRow: (row: JournalRow) => Promise<void>;
  /** A group is called something else now. Does not reject. */
  readonly nameGroup: (jid: string, subject: string) => Promise<void>;
};

/** How what a connection decrypted becomes commands. */
export const createIntaking = (deps: IntakeDeps): Intaking => {
  const { companyId, connectionId, baileys, commands, journal, log, signal } = deps;
  const targets = createTargets(deps);

  const contextOf = (...parts: readonly string[]): CommandContext => ({
    companyId,
    commandId: commands.message.inboundCommandId(connectionId, parts),
    at: new Date().toISOString(),
    actor: { kind: 'connection', id: connectionId },
    principal: null,
  });

  const receive = async (envelope: Envelope, content: Extract<Content, { kind: 'message' }>) => {
    const waKey = keyOf(envelope);
    const quotedMessageId = content.quoted ? await targets.quoted(envelope, content.quoted) : null;
    const { body, mediaType, file } = content;
    const { participant, participantAlt } = envelope;
    const alt = [participant, participantAlt].find(jid => jid && jid !== waKey.participant);
    const mediaHint = file ? { mediaHint: file.hint } : {};
    const outcome = await commands.message.receive(contextOf(waKey.remoteJid, envelope.id), {
      ...{ connectionId, waKey, body, mediaType, quotedMessageId, ...mediaHint },
      ...(alt ? { participantAlt: alt } : {}),
      // It may have been journalled before times were looked at.
      sentAt: new Date(possibleSecond(envelope.sentAt) * 1000).toISOString(),
      senderName: envelope.fromMe ? null : envelope.pushName,
      chat: await chatOf(envelope),
    });
    if (isRejection(outcome)) return outcome;
    const messageId = commands.message.inboundId(companyId, connectionId, waKey);
    if (file) await deps.awaitFile(messageId, { waKey, file });
    if (outcome.changed || mediaType === 'unavailable') return outcome;
    const recovery = contextOf(waKey.remoteJid, envelope.id, 'recover');
    const recovered = { messageId, body, mediaType, quotedMessageId, ...mediaHint };
    return commands.message.recoverContent(recovery, recovered);
  };

  const chatOf = async (envelope: Envelope): Promise<InboundMessage['chat']> => {
    const { remoteJid, remoteJidAlt, pushName, fromMe } = envelope;
    if (isGroup(remoteJid)) {
      const name = (await deps.groupName(remoteJid)) ?? '';
      return { number: userOf(remoteJid), lid: null, name, isGroup: true };
    }
    const jids = [remoteJid, remoteJidAlt];
    const lid = jids.find(isLid) ?? null;
    const phone = jids.find(isPhone) ?? (lid && (await deps.phoneOf(lid)));
    const name = fromMe ? '' : (pushName ?? '');
    return { number: phone ? userOf(phone) : '', lid: lid && userOf(lid), name, isGroup: false };
  };

  /** Why a content is nothing for the inbox, null when it is something. */
  const reasonToIgnore = async (envelope: Envelope, content: Content): Promise<string | null> => {
    if (content.kind === 'nothing') return content.reason;
    return isGroup(envelope.remoteJid) && (await deps.ignoresGroups()) ? 'group' : null;
  };

  const perform = async (envelope: Envelope, content: Something): Promise<Outcome> => {
    if (content.kind === 'message') return receive(envelope, content);
    let outcome: Outcome = unknown;
    for (const messageId of await meantBy(envelope, content)) {
      outcome = await change(envelope, content, messageId);
      if (!isRejection(outcome) || outcome.rejected !== unknown.rejected) return outcome;
    }
    return outcome;
  };

  const meantBy = (envelope: Envelope, { kind, target }: Change): Promise<readonly string[]> => {
    if (kind === 'edit') return targets.own(envelope, target);
    return kind === 'revoke' ? targets.deletable(envelope, target) : targets.any(envelope, target);
  };

  const change = (envelope: Envelope, content: Change, messageId: string): Promise<Outcome> => {
    const context = contextOf(envelope.remoteJid, envelope.id, messageId);
    if (content.kind === 'revoke') return commands.message.recordDeleted(context, { messageId });
    if (content.kind === 'edit')
      return commands.message.recordEdited(context, { messageId, body: content.body });
    const by = userOf(keyOf(envelope).participant ?? keyOf(envelope).remoteJid);
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

  /** The chat's next message need not wait for it: it would be taken in once more after a crash, and change nothing. */
  const remember = ({ seq, attrs }: JournalRow, reason: string | null) =>
    persistently(() => journal.handled(seq, reason), { signal }).catch(error => {
      if (!signal.aborted)
        log.error({ err: error, waId: attrs.id }, 'the journal could not be told that a message is done');
    });

  return {
    nameGroup: async (jid, subject) => {
      const naming = { number: userOf(jid), name: subject };
      const context = contextOf(jid, 'name', newId());
      await persistently(() => commands.contact.nameGroup(context, naming), { signal }).catch(error => {
        if (!signal.aborted) log.error({ err: error }, 'a group could not be renamed');
      });
    },
    takeRow: async row => {
      try {
        const reason = await settle(row.attrs, row.plain ? readContent(baileys, row.plain) : unreadable);
        if (row.plain === null && reason === null)
          await persistently(() => journal.awaitContent(row.seq), { signal });
        else void remember(row, reason);
      } catch (error) {
        if (signal.aborted) return;
        log.error({ err: error, waId: row.attrs.id }, 'a message could not be taken in and is set aside');
        await persistently(() => journal.setAside(row.seq, printable(error)), { signal }).catch(
          () => undefined,
        );
      }
    },
  };
};

type Something = Exclude<Content, { kind: 'nothing' }>;
type Change = Extract<Content, { target: Target }>;

const unreadable: Content = { kind: 'message', body: '', mediaType: 'unavailable', quoted: null };
const unknown = reject('ERR_NO_MESSAGE_FOUND');
