import type { MediaHint, MediaType, WaKey } from '#domain/message/events.ts';
import { deriveId } from '#eventstore/event-id.ts';

/** A message as a connection saw it, from a contact or from the company's own phone. */
export type InboundMessage = {
  readonly connectionId: string;
  readonly waKey: WaKey;
  /** WhatsApp's time, ISO. */
  readonly sentAt: string;
  readonly body: string;
  readonly mediaType: MediaType;
  readonly quotedMessageId: string | null;
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

/**
 * The id of an inbound message, the same whenever it comes again: by connection, chat, side, in groups who wrote it,
 * and WhatsApp's own id, which is the sender's choice. Who goes by a number and by a LID must be named by the same jid
 * each time.
 */
export const inboundMessageId = (companyId: string, connectionId: string, waKey: WaKey): string =>
  deriveId(
    'inbound-message',
    companyId,
    connectionId,
    withoutDevice(waKey.remoteJid),
    waKey.fromMe ? 'me' : 'them',
    waKey.id,
    ...(waKey.participant && !waKey.fromMe ? [withoutDevice(waKey.participant)] : []),
  );

const withoutDevice = (jid: string): string => jid.replace(/:\d+@/, '@');
