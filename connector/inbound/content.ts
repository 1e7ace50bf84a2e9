import type { proto, WAMessageContent } from '@whiskeysockets/baileys';
import { isReaction } from '#domain/message/emoji.ts';
import type { MediaHint, MediaType } from '#domain/message/events.ts';
import { drawsBody, type Part } from '#domain/message/parts.ts';
import { plainOf } from '#domain/message/plain-parts.ts';
import { cleanTexts } from '#domain/shared/text.ts';
import type { Baileys } from '../baileys.ts';
import { nothingAround, type Quoted } from '../content/context.ts';
import { type Target, targetOf } from '../content/draft.ts';
import { kindsOf, partsOf, readDraft, type WholeDraft } from '../content/read-draft.ts';
import { type Sealed, sealedIn } from '../content/sealed.ts';
import { hasUnknown } from '../content/unknown-fields.ts';
import { opened } from '../content/wrappers.ts';
import type { RemoteFile } from '../media/remote-file.ts';

/** What a decrypted message means to the inbox. Targets and quotes are WhatsApp's ids. */
export type Content =
  | Said
  | { readonly kind: 'reaction'; readonly target: Target; readonly emoji: string }
  | Edit
  | { readonly kind: 'revoke'; readonly target: Target }
  /** It is opened with the secret of the message that it is about. */
  | Sealed
  /** What is written in the chat from now on vanishes after so many seconds; 0: it stays. */
  | { readonly kind: 'timer'; readonly seconds: number }
  | { readonly kind: 'nothing'; readonly reason: 'protocol' | 'vote' | 'no-content' };

export type Said = {
  readonly kind: 'message';
  readonly body: string;
  readonly mediaType: MediaType;
  readonly quoted: Target | null;
  readonly parts?: Part[];
  /** The words of the quoted message, for where it is not known. */
  readonly quote?: Quoted;
  /** Whom its words may mention: what stands before the server of their jids. */
  readonly mentioned?: readonly string[];
  /** After how many seconds it vanishes on phones. */
  readonly vanishesIn?: number;
  readonly hint?: MediaHint;
  readonly file?: RemoteFile;
  /** What later changes of it are opened with; base64. */
  readonly secret?: string;
};

export type Edit = {
  readonly kind: 'edit';
  readonly target: Target;
  readonly body: string;
  readonly parts?: Part[];
  readonly mentioned?: readonly string[];
};

/**
 * Reads the content of a decrypted message. What is no message for people is `nothing`, and why; a kind that cannot
 * be shown is a message all the same, which says so.
 */
export const readContent = (baileys: Baileys, plain: Uint8Array): Content => {
  const content = contentOf(baileys, baileys.proto.Message.decode(plain));
  const isNewer = content.kind === 'nothing' && content.reason === 'no-content' && hasUnknown(baileys, plain);
  return isNewer ? newer : content;
};

/** The same of a message that is decoded already. Texts are clean: the sender may have written anything. */
export const contentOf = (baileys: Baileys, decoded: WAMessageContent): Content =>
  cleanTexts(readWhole(baileys, decoded));

/** A kind that phones know, and the library that is installed does not. */
const newer: Said = {
  ...{ kind: 'message', body: '', mediaType: 'unsupported', quoted: null },
  parts: [{ kind: 'more', of: [{ what: 'newer', count: 1 }] }],
};

const readWhole = (baileys: Baileys, decoded: WAMessageContent): Content => {
  const { message, notes, once, isWrapped, secret } = opened(decoded);
  if (isForOneLook(message, once)) return forOneLook(baileys, message);
  if (message.reactionMessage) {
    const { key, text } = message.reactionMessage;
    const target = targetOf(key);
    const emoji = text ?? '';
    return target && isReaction(emoji) ? { kind: 'reaction', target, emoji } : nothing('no-content');
  }
  if (message.protocolMessage) return readProtocol(baileys, message.protocolMessage, notes);
  const sealed = sealedIn(message);
  if (sealed) return sealed;
  const kinds = kindsOf(message).filter(kind => kind !== 'conversation' || message.conversation);
  if (kinds.length === 0 && notes.length === 0) {
    const reason = silenceOf(message);
    // What is wrapped is a message: of a kind that the library does not know.
    return isWrapped && reason === 'no-content' ? newer : nothing(reason);
  }
  const said = saidBy(baileys, message, notes);
  return secret ? { ...said, secret: Buffer.from(secret).toString('base64') } : said;
};

const nothing = (reason: Extract<Content, { kind: 'nothing' }>['reason']): Content => ({
  kind: 'nothing',
  reason,
});

const silenceOf = (message: WAMessageContent): 'protocol' | 'vote' | 'no-content' => {
  if (message.pollUpdateMessage) return 'vote';
  const { messageContextInfo: _, conversation: _words, ...rest } = message;
  return Object.values(rest).some(Boolean) ? 'protocol' : 'no-content';
};

/** Only the phone opens what may be seen once. The same wrapping is used for messages with buttons. */
const isForOneLook = (message: WAMessageContent, once: boolean): boolean => {
  const file = oneLookFile(message);
  return !!file?.viewOnce || (once && (!!file || kindsOf(message).length === 0));
};

const oneLookFile = ({ imageMessage, videoMessage, audioMessage }: WAMessageContent) =>
  imageMessage ?? videoMessage ?? audioMessage;

/** What it answers is shown all the same. */
const forOneLook = (baileys: Baileys, message: WAMessageContent): Said => {
  const { context, around } = readDraft(baileys, message);
  return finished({
    mediaType: 'view_once',
    words: '',
    context,
    around: { ...around, above: [], below: [] },
  });
};

const readProtocol = (
  baileys: Baileys,
  { type, key, editedMessage, ephemeralExpiration }: proto.Message.IProtocolMessage,
  notes: readonly Part[],
): Content => {
  const { Type } = baileys.proto.Message.ProtocolMessage;
  if (type === Type.EPHEMERAL_SETTING) return { kind: 'timer', seconds: Number(ephemeralExpiration ?? 0) };
  const target = targetOf(key);
  if (type === Type.STATUS_MENTION_MESSAGE || notes.length > 0)
    return finished({
      ...{ above: notes.length > 0 ? notes : [{ kind: 'note', of: 'statusMention' }] },
      ...{ about: target, around: nothingAround },
    });
  if (!target) return nothing('protocol');
  if (type === Type.REVOKE) return { kind: 'revoke', target };
  return type === Type.MESSAGE_EDIT ? editOf(baileys, target, editedMessage) : nothing('protocol');
};

/** What a message says after an edit, of whatever the new content is. */
export const editOf = (
  baileys: Baileys,
  target: Target,
  edited: WAMessageContent | null | undefined,
): Content => {
  const { message, notes } = opened(edited ?? {});
  const inner = message.protocolMessage?.editedMessage;
  if (inner) return editOf(baileys, target, inner);
  if (kindsOf(message).length === 0) return nothing('no-content');
  const { body, parts, mentioned } = saidBy(baileys, message, notes);
  return {
    ...{ kind: 'edit', target, body },
    ...(parts ? { parts } : {}),
    ...(mentioned ? { mentioned } : {}),
  };
};

const saidBy = (baileys: Baileys, message: WAMessageContent, notes: readonly Part[]): Said => {
  const draft = readDraft(baileys, message);
  return finished({ ...draft, above: [...notes, ...(draft.above ?? [])] });
};

const finished = ({ around, ...draft }: WholeDraft): Said => {
  const { quoted, quote, mentioned, vanishesIn } = around;
  const words =
    draft.words === undefined ? undefined : withGroups(draft.words, draft.context?.groupMentions ?? []);
  const parts = partsOf({ ...draft, words });
  return {
    ...{ kind: 'message', mediaType: draft.mediaType ?? 'text' },
    body: drawsBody(parts) ? (words ?? '') : plainOf(parts ?? []),
    quoted: quoted ?? draft.about ?? null,
    ...(parts ? { parts } : {}),
    ...(quote ? { quote } : {}),
    ...(mentioned.length > 0 ? { mentioned } : {}),
    ...(vanishesIn > 0 ? { vanishesIn } : {}),
    ...(draft.file ? { hint: draft.file.hint } : {}),
    ...(draft.file?.remote ? { file: draft.file.remote } : {}),
  };
};

/** Groups that are mentioned stand in the words as their addresses. */
const withGroups = (words: string, groups: readonly proto.IGroupMention[]): string =>
  groups.reduce(
    (text, { groupJid, groupSubject }) =>
      groupJid && groupSubject ? text.replaceAll(`@${groupJid}`, `@${groupSubject}`) : text,
    words,
  );
