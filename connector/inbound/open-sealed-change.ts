import type { WAMessageContent } from '@whiskeysockets/baileys';
import type { Commands } from '#commands/commands.ts';
import type { Baileys } from '../baileys.ts';
import { openSealed, type Sealed } from '../content/sealed.ts';
import { type Content, contentOf, editOf } from './content.ts';
import type { Journal } from './journal.ts';
import type { Envelope } from './journal-entry.ts';
import type { Targets } from './targets.ts';

export type SealedDeps = {
  readonly baileys: Baileys;
  readonly companyId: string;
  readonly commands: { readonly message: Pick<Commands['message'], 'inboundId'> };
  readonly journal: Pick<Journal, 'secretOf'>;
  readonly targets: Pick<Targets, 'own' | 'any'>;
  /** The account's own jids. */
  readonly ownJids: () => readonly string[];
};

/** An edit whose words only the phone can read. */
export type UnreadEdit = { readonly kind: 'unread-edit'; readonly target: Sealed['target'] };

/**
 * What a sealed change or comment says, opened with the secret of the message that it is about. An edit that cannot be
 * opened is reported as one; a comment as a message that is on the phone.
 */
export const openSealedChange = async (
  deps: SealedDeps,
  envelope: Envelope,
  sealed: Sealed,
): Promise<Content | UnreadEdit> => {
  const { baileys } = deps;
  const { use, target } = sealed;
  const isEdit = use === 'edit' || use === 'eventEdit';
  const content = await contentOfSealed(deps, envelope, sealed);
  if (isEdit) {
    const edit = content && editOf(baileys, target, content);
    return edit?.kind === 'edit' ? edit : { kind: 'unread-edit', target };
  }
  if (use === 'reaction') {
    const reaction = content?.reactionMessage;
    return readBack(baileys, { reactionMessage: { ...reaction, key: reaction?.key ?? keyOf(target) } });
  }
  if (!content) return { ...onPhone, quoted: target };
  return readBack(baileys, { commentMessage: { message: content, targetMessageKey: keyOf(target) } });
};

/** As it would be read had it come unsealed. */
const readBack = (baileys: Baileys, message: WAMessageContent): Content => {
  const { Message } = baileys.proto;
  return contentOf(baileys, Message.decode(Message.encode(message).finish()));
};

const keyOf = ({ id, own, author }: Sealed['target']) => ({
  id,
  ...(own === null ? {} : { fromMe: own }),
  ...(author ? { participant: author } : {}),
});

const onPhone: Extract<Content, { kind: 'message' }> = {
  ...{ kind: 'message', body: '', mediaType: 'unsupported', quoted: null },
  parts: [
    { kind: 'note', of: 'comment' },
    { kind: 'more', of: [{ what: 'encCommentMessage', count: 1 }] },
  ],
};

/** The message may be known under several ids, and its writer by several names. */
const contentOfSealed = async (deps: SealedDeps, envelope: Envelope, sealed: Sealed) => {
  const { targets, journal, baileys } = deps;
  const { target } = sealed;
  const changers = writersOf(deps, envelope);
  const isOwn = target.own !== false && (sealed.use === 'edit' || sealed.use === 'eventEdit');
  const ids = await (isOwn ? targets.own(envelope, target) : targets.any(envelope, target));
  const others = [target.author, envelope.remoteJid, envelope.remoteJidAlt, ...deps.ownJids()];
  const authors = [...changers, ...(isOwn ? [] : others.flatMap(jid => (jid ? [jid] : [])))];
  for (const id of ids) {
    const secret = await journal.secretOf(id);
    const content = secret && openSealed(baileys, sealed, secret, { authors, changers });
    if (content) return content;
  }
  return undefined;
};

const writersOf = ({ ownJids }: SealedDeps, envelope: Envelope): readonly string[] => {
  if (envelope.fromMe) return ownJids();
  const { participant, participantAlt, remoteJid, remoteJidAlt } = envelope;
  const names = participant ? [participant, participantAlt] : [remoteJid, remoteJidAlt];
  return names.flatMap(jid => (jid ? [jid] : []));
};
