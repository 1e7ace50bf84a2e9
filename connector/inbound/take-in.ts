import type { Logger } from 'pino';
import type { Commands } from '#commands/commands.ts';
import type { CommandContext, Outcome } from '#commands/context.ts';
import { newId } from '#commands/ids.ts';
import { LostRace } from '#commands/lost-race.ts';
import type { InboundMessage } from '#commands/message/inbound-message.ts';
import { isRejection, reject } from '#domain/shared/decision.ts';
import { printable } from '#domain/shared/printable.ts';
import type { Baileys } from '../baileys.ts';
import type { AwaitedFile } from '../media/remote-file.ts';
import { persistently } from '../retry.ts';
import { type Content, readContent } from './content.ts';
import { editAlone } from './edit-alone.ts';
import { isGroup, isLid, isPhone, keyOf, userOf } from './jids.ts';
import type { Journal } from './journal.ts';
import type { Envelope, JournalRow } from './journal-entry.ts';
import type { IndexedMessage } from './message-index.ts';
import { openSealedChange, type UnreadEdit } from './open-sealed-change.ts';
import { receiveSaid } from './receive-said.ts';
import { shownBy } from './said.ts';
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
  readonly ownJids: () => readonly string[];
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

  const receiving = { ...deps, targets, contextOf, chatOf };

  const perform = async (envelope: Envelope, content: Something): Promise<Outcome | undefined> => {
    if (content.kind === 'message') return receiveSaid(receiving, envelope, content);
    if (content.kind === 'timer') return setTimer(envelope, content.seconds);
    let outcome: Outcome = unknown;
    for (const messageId of await meantBy(envelope, content)) {
      outcome = await change(envelope, content, messageId);
      if (!isRejection(outcome) || outcome.rejected !== unknown.rejected) return outcome;
    }
    const isEdit = content.kind === 'edit' || content.kind === 'unread-edit';
    const alone = isEdit && !envelope.fromMe ? editAlone(content) : undefined;
    return alone ? receiveSaid(receiving, envelope, alone) : outcome;
  };

  const setTimer = async (envelope: Envelope, seconds: number) =>
    commands.contact.setChatTimer(contextOf(envelope.remoteJid, envelope.id, 'timer'), {
      ...{ chat: await chatOf(envelope), connectionId, seconds },
    });

  const meantBy = (envelope: Envelope, { kind, target }: Change): Promise<readonly string[]> => {
    if (kind === 'edit' || kind === 'unread-edit') return targets.own(envelope, target);
    return kind === 'revoke' ? targets.deletable(envelope, target) : targets.any(envelope, target);
  };

  const change = async (envelope: Envelope, content: Change, messageId: string): Promise<Outcome> => {
    const context = contextOf(envelope.remoteJid, envelope.id, messageId);
    const { fromMe } = envelope;
    if (content.kind === 'revoke') return commands.message.recordDeleted(context, { messageId, fromMe });
    if (content.kind === 'unread-edit')
      return commands.message.recordEditUnreadable(context, { messageId, fromMe });
    if (content.kind === 'edit') {
      const shown = await shownBy(deps, content, { isUnknown: false });
      return commands.message.recordEdited(context, { messageId, body: content.body, fromMe, ...shown });
    }
    const by = userOf(keyOf(envelope).participant ?? keyOf(envelope).remoteJid);
    return commands.message.recordReaction(context, { messageId, emoji: content.emoji, fromMe, by });
  };

  /** Answers why a message is not shown, null when it is. */
  const settle = async (envelope: Envelope, given: Content): Promise<string | null> => {
    const ignored = await persistently(() => reasonToIgnore(envelope, given), { signal });
    if (ignored !== null) return ignored;
    const content = await persistently(() => readable(envelope, given), { signal });
    if (content.kind === 'nothing') return content.reason;
    if (content.kind === 'sealed') return 'no-content';
    const outcome = await persistently(
      async () => {
        const tried = await perform(envelope, content);
        if (tried && isRejection(tried) && tried.rejected === 'ERR_CONFLICT') throw new LostRace();
        return tried;
      },
      { signal },
    );
    if (!outcome || !isRejection(outcome)) return content.kind === 'timer' ? 'protocol' : null;
    log.warn({ waId: envelope.id, code: outcome.rejected }, 'the inbox refused a message');
    return outcome.rejected;
  };

  /** The chat's next message need not wait for it: it would be taken in once more after a crash, and change nothing. */
  const remember = ({ seq, attrs }: JournalRow, reason: string | null, content: Content) =>
    persistently(() => journal.handled(seq, reason, secretIn(attrs, content)), { signal }).catch(error => {
      if (!signal.aborted)
        log.error({ err: error, waId: attrs.id }, 'the journal could not be told that a message is done');
    });

  const secretIn = (envelope: Envelope, content: Content) => {
    if (content.kind !== 'message' || !content.secret) return undefined;
    const messageId = commands.message.inboundId(companyId, connectionId, keyOf(envelope));
    return { messageId, value: content.secret };
  };

  const readable = async (envelope: Envelope, content: Content): Promise<Content | UnreadEdit> =>
    content.kind === 'sealed' ? openSealedChange({ ...deps, targets }, envelope, content) : content;

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
        const content = row.plain ? readContent(baileys, row.plain) : unreadable;
        const reason = await settle(row.attrs, content);
        if (row.plain === null && reason === null)
          await persistently(() => journal.awaitContent(row.seq), { signal });
        else void remember(row, reason, content);
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

type Something = Exclude<Content, { kind: 'nothing' | 'sealed' }> | UnreadEdit;
type Change = Exclude<Something, { kind: 'message' | 'timer' }>;

const unreadable: Content = { kind: 'message', body: '', mediaType: 'unavailable', quoted: null };
const unknown = reject('ERR_NO_MESSAGE_FOUND');
