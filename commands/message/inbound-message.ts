import type { MediaHint, MediaType, Mention, WaKey } from '#domain/message/events.ts';
import type { Part } from '#domain/message/parts.ts';
import { deriveId } from '#eventstore/event-id.ts';
import type { PersonKeys } from '#eventstore/person-keys.ts';

/** A message as a connection saw it, from a contact or from the company's own phone. */
export type InboundMessage = {
  readonly connectionId: string;
  readonly waKey: WaKey;
  /** WhatsApp's time, ISO. */
  readonly sentAt: string;
  readonly body: string;
  readonly mediaType: MediaType;
  readonly quotedMessageId: string | null;
  /** What it shows beside its words, and whom they name. */
  readonly parts?: Part[] | null | undefined;
  readonly mentions?: Mention[] | null | undefined;
  /** After how many seconds it vanishes on phones, and with it what is answered. */
  readonly vanishesIn?: number | undefined;
  /** What it says of its file. */
  readonly mediaHint?: MediaHint | null | undefined;
  /** The other jid of the member who wrote in a group, when WhatsApp tells it. */
  readonly participantAlt?: string | null | undefined;
  /** Who wrote, for groups the member. */
  readonly senderName: string | null;
  /**
   * Whose conversation it is. For groups `number` is the group's id without @g.us; '' when only the LID is
   * known.
   */
  readonly chat: {
    readonly number: string;
    readonly lid: string | null;
    readonly name: string;
    readonly isGroup: boolean;
  };
};

type Digesting = Pick<PersonKeys, 'digest'>;

/**
 * The id of an inbound message, the same whenever it comes again: by connection, chat, side, in groups who wrote it,
 * and WhatsApp's own id, which is the sender's choice. Who goes by a number and by a LID must be named by the same jid
 * each time. Made of a keyed digest: the log shows all the other parts, so that a bare hash would give away the number
 * to whoever tries all numbers, also of somebody who was erased.
 */
export const inboundMessageId = (
  keys: Digesting,
  companyId: string,
  connectionId: string,
  waKey: WaKey,
): string =>
  deriveId(
    'inbound-message',
    companyId,
    connectionId,
    keys.digest(
      'inbound message',
      JSON.stringify([
        withoutDevice(waKey.remoteJid),
        waKey.fromMe ? 'me' : 'them',
        waKey.id,
        ...(waKey.participant && !waKey.fromMe ? [withoutDevice(waKey.participant)] : []),
      ]),
    ),
  );

/** The id of a command that a connection gives because of what came from `parts`; keyed for the same reason. */
export const inboundCommandId = (keys: Digesting, connectionId: string, parts: readonly string[]): string =>
  deriveId('inbound', connectionId, keys.digest('inbound command', JSON.stringify(parts)));

const withoutDevice = (jid: string): string => jid.replace(/:\d+@/, '@');
