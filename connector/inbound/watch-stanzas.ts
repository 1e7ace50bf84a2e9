import type { BinaryNode } from '@whiskeysockets/baileys';
import type { Baileys, Socket } from '../baileys.ts';
import { cleanEnvelope, envelopeOf, isList } from './envelope.ts';
import { userOf } from './jids.ts';
import { type Envelope, type JournalEntry, parts, placeOf } from './journal-entry.ts';

type Me = { readonly id: string; readonly lid?: string | undefined };

export type Watching = {
  readonly baileys: Baileys;
  /** Who the account is, once it is paired. */
  readonly me: () => Me | undefined;
  /** Journals an entry. Does not reject. */
  readonly keep: (entry: JournalEntry) => void;
};

/**
 * Sees what no decryption will tell of: messages of chats that are no conversations, messages that may be seen
 * once and only on the phone, unencrypted ones, and calls that nobody took.
 */
export const watchStanzas = (socket: Pick<Socket, 'ws'>, { baileys, me, keep }: Watching): void => {
  const unanswered = createCalls();
  socket.ws.prependListener('CB:message', (node: BinaryNode) => {
    const own = me();
    const entry = own && entryOf(baileys, node, own);
    if (entry) keep(entry);
  });
  socket.ws.prependListener('CB:call', (node: BinaryNode) => {
    const call = unanswered(node);
    if (call) keep(missed(baileys, call));
  });
};

/** What a message stanza says without being decrypted, if it says anything to us. Does not throw. */
export const entryOf = (baileys: Baileys, node: BinaryNode, me: Me): JournalEntry | undefined => {
  const rejected = noConversation(node, me);
  const children = Array.isArray(node.content) ? node.content : [];
  const once = children.some(
    ({ tag, attrs }) => tag === 'unavailable' && attrs.type?.startsWith('view_once'),
  );
  const clear = children.find(({ tag, content }) => tag === 'plaintext' && content instanceof Uint8Array);
  if (!rejected && !once && !clear) return undefined;
  const envelope = rejected ? bareEnvelope(node) : envelopeOf(baileys, node, me);
  if (rejected) return { ...entryIn(envelope), plain: null, rejected };
  if (clear?.content instanceof Uint8Array) return { ...entryIn(envelope), plain: clear.content };
  return { ...entryIn(envelope), plain: encoded(baileys, { viewOnceMessageV2: { message: {} } }) };
};

const entryIn = (attrs: Envelope) => ({ ...placeOf(attrs), encIndex: parts.stanza });

/** Why a stanza is of no conversation. The library drops these, so that they must be counted here. */
const noConversation = ({ attrs }: BinaryNode, me: Me): string | undefined => {
  const { from = '', recipient = '', participant = '' } = attrs;
  const jids = [from, recipient];
  if (jids.includes('status@broadcast')) return 'status';
  // What the account's own phone sends to a list has no one chat.
  const isOwn = [me.id, me.lid ?? ''].some(own => userOf(own) === userOf(participant));
  if (isList(recipient) || (isList(from) && (isOwn || !participant))) return 'broadcast';
  return jids.some(jid => jid.endsWith('@newsletter')) ? 'channel' : undefined;
};

const bareEnvelope = ({ attrs }: BinaryNode): Envelope =>
  cleanEnvelope({
    ...{ id: attrs.id ?? '', fromMe: false, remoteJid: attrs.from ?? '', remoteJidAlt: null },
    ...{ participant: attrs.participant ?? null, participantAlt: null },
    ...{ sentAt: Number(attrs.t ?? 0), pushName: null },
  });

type Call = {
  readonly id: string;
  readonly from: string;
  readonly phone: string | null;
  readonly sentAt: number;
  readonly isVideo: boolean;
  readonly pushName: string | null;
};

/** Tells of a call when it has ended and neither the phone nor another device of the company took it. */
const createCalls = () => {
  const offers = new Map<string, Call>();
  const taken = new Set<string>();
  return (node: BinaryNode): Call | undefined => {
    const [signal] = Array.isArray(node.content) ? node.content : [];
    const id = signal?.attrs['call-id'];
    if (!signal || !id || signal.attrs['group-jid']) return undefined;
    const { from = '', t = '0', notify = null } = node.attrs;
    if (signal.tag === 'offer') {
      const isVideo = Array.isArray(signal.content) && signal.content.some(({ tag }) => tag === 'video');
      const call = { id, from, sentAt: Number(t), isVideo, pushName: notify };
      remember(offers, id, { ...call, phone: signal.attrs.caller_pn ?? null });
    }
    if (signal.tag === 'accept') taken.add(id);
    if (signal.tag !== 'terminate' && signal.tag !== 'reject') return undefined;
    const offered = offers.get(id);
    offers.delete(id);
    if (taken.delete(id) || signal.attrs.reason === 'accepted_elsewhere') return undefined;
    return offered ?? { id, from, phone: null, sentAt: Number(t), isVideo: false, pushName: notify };
  };
};

const mostOffers = 100;

const remember = (offers: Map<string, Call>, id: string, call: Call): void => {
  offers.set(id, call);
  const [oldest] = offers.keys();
  if (offers.size > mostOffers && oldest !== undefined) offers.delete(oldest);
};

const missed = (baileys: Baileys, { id, from, phone, sentAt, isVideo, pushName }: Call): JournalEntry => {
  const callOutcome = baileys.proto.Message.CallLogMessage.CallOutcome.MISSED;
  const attrs = cleanEnvelope({
    ...{ id, fromMe: false, remoteJid: baileys.jidNormalizedUser(from) },
    ...{ remoteJidAlt: phone && baileys.jidNormalizedUser(phone), participant: null, participantAlt: null },
    ...{ sentAt, pushName },
  });
  return { ...entryIn(attrs), plain: encoded(baileys, { callLogMesssage: { isVideo, callOutcome } }) };
};

type Content = Parameters<Baileys['proto']['Message']['encode']>[0];

const encoded = (baileys: Baileys, message: Content): Uint8Array =>
  baileys.proto.Message.encode(message).finish();
