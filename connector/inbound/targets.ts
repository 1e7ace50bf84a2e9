import type { Commands } from '#commands/commands.ts';
import type { Target } from '../content/draft.ts';
import { isGroup, keyOf, userOf } from './jids.ts';
import type { Envelope } from './journal-entry.ts';
import type { IndexedMessage } from './message-index.ts';

type Dependencies = {
  readonly companyId: string;
  readonly connectionId: string;
  readonly commands: { readonly message: Pick<Commands['message'], 'inboundId'> };
  /** Whether a jid is the account's own, under its number or its LID. */
  readonly isMe: (jid: string) => boolean;
  readonly find: (waIds: readonly string[]) => Promise<IndexedMessage[]>;
};

export type Targets = {
  /** The message that is quoted, and whether it is known. It may have been written in a group. */
  readonly quoted: (
    envelope: Envelope,
    target: Target,
  ) => Promise<{ readonly id: string; readonly isKnown: boolean }>;
  /** Which messages a reaction may mean, the likeliest first. */
  readonly any: (envelope: Envelope, target: Target) => Promise<readonly string[]>;
  /** The same for an edit: only who wrote a message changes it. */
  readonly own: (envelope: Envelope, target: Target) => Promise<readonly string[]>;
  /** The same for a deletion: in a group also its administrators delete. */
  readonly deletable: (envelope: Envelope, target: Target) => Promise<readonly string[]>;
};

/**
 * Finds the inbox's message that WhatsApp means by an id: by the index of what the log tells, and where that is not
 * up to date yet by the id that an inbound message has had since it came.
 */
export const createTargets = ({ companyId, connectionId, commands, isMe, find }: Dependencies): Targets => {
  const derived = (envelope: Envelope, { id, own, author }: Target, fromMe: boolean) => {
    const key = keyOf(envelope);
    const participant = own === true ? key.participant : author;
    const inGroup = key.participant !== null;
    return commands.message.inboundId(companyId, connectionId, {
      ...{ id, fromMe, remoteJid: key.remoteJid, participant: inGroup ? participant : null },
    });
  };

  /** Whether the company wrote it; null when that cannot be told. */
  const isOurs = (envelope: Envelope, { own, author }: Target): boolean | null => {
    if (own === true) return envelope.fromMe;
    if (author) return isMe(author);
    return own === null || envelope.participant ? null : !envelope.fromMe;
  };

  const any: Targets['any'] = async (envelope, target) =>
    likeliest(envelope, target, inChat(envelope, await find([target.id])));

  const likeliest = (envelope: Envelope, target: Target, known: readonly IndexedMessage[]) => {
    const ours = isOurs(envelope, target);
    if (known.length > 0) return sorted(known, ours, target).map(({ messageId }) => messageId);
    const sides = ours === null ? [false, true] : [ours];
    return sides.map(fromMe => derived(envelope, target, fromMe));
  };

  const own: Targets['own'] = async (envelope, target) => {
    const known = inChat(envelope, await find([target.id]));
    if (known.length === 0) return [derived(envelope, { ...target, own: true }, envelope.fromMe)];
    return known.filter(each => isAuthor(envelope, each)).map(({ messageId }) => messageId);
  };

  return {
    any,
    own,
    deletable: (envelope, target) =>
      envelope.participant && target.own !== true ? any(envelope, target) : own(envelope, target),
    quoted: async (envelope, target) => {
      const found = await find([target.id]);
      const here = inChat(envelope, found);
      const inGroups = found.filter(({ chat }) => chat.some(isGroup));
      const known = here.length > 0 ? here : inGroups;
      const [first] = likeliest(envelope, target, known);
      return { id: first ?? derived(envelope, target, false), isKnown: known.length > 0 };
    },
  };
};

/** Ids are the sender's word, and may be another chat's: nothing is meant but what was written in the same chat. */
const inChat = ({ remoteJid, remoteJidAlt }: Envelope, known: readonly IndexedMessage[]) =>
  known.filter(({ chat }) => chat.includes(remoteJid) || (!!remoteJidAlt && chat.includes(remoteJidAlt)));

/** Two people may have chosen the same id: the one that is meant comes first. */
const sorted = (known: readonly IndexedMessage[], ours: boolean | null, { author }: Target) => {
  const nearness = ({ fromMe, participant }: IndexedMessage): number =>
    Number(fromMe === ours) + Number(!!author && !!participant && userOf(author) === userOf(participant));
  return known.toSorted((one, other) => nearness(other) - nearness(one));
};

const isAuthor = (envelope: Envelope, { fromMe, participant }: IndexedMessage): boolean => {
  if (fromMe !== envelope.fromMe) return false;
  if (fromMe || participant === null) return true;
  const names = [envelope.participant, envelope.participantAlt].flatMap(jid => (jid ? [userOf(jid)] : []));
  return names.includes(userOf(participant));
};
