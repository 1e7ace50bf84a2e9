import type { Commands } from '#commands/commands.ts';
import type { CommandContext, Outcome } from '#commands/context.ts';
import type { InboundMessage } from '#commands/message/inbound-message.ts';
import { isRejection } from '#domain/shared/decision.ts';
import { possibleSecond } from '#domain/shared/time.ts';
import type { AwaitedFile } from '../media/remote-file.ts';
import type { Said } from './content.ts';
import { keyOf } from './jids.ts';
import type { Envelope } from './journal-entry.ts';
import { quotesOf, type SaidDeps, type Shown, shownBy } from './said.ts';
import type { Targets } from './targets.ts';

export type ReceivingDeps = SaidDeps & {
  readonly connectionId: string;
  readonly commands: Commands;
  readonly targets: Pick<Targets, 'quoted'>;
  /** The command that takes in what came from these parts. */
  readonly contextOf: (...parts: readonly string[]) => CommandContext;
  readonly chatOf: (envelope: Envelope) => Promise<InboundMessage['chat']>;
  /** A message that was taken in has a file, which is to be had. Idempotent. */
  readonly awaitFile: (messageId: string, awaited: AwaitedFile) => Promise<void>;
};

/** What a message brings to the inbox beside who wrote it, where and when. */
export const broughtBy = async (
  deps: SaidDeps & Pick<ReceivingDeps, 'targets'>,
  envelope: Envelope,
  said: Said,
): Promise<Brought> => {
  const { body, mediaType, hint, vanishesIn } = said;
  const quoted = said.quoted && (await deps.targets.quoted(envelope, said.quoted));
  const quotes = quotesOf(deps, envelope, said, quoted?.isKnown === true);
  return {
    ...{ body, mediaType, quotedMessageId: quoted?.id ?? null },
    ...(await shownBy(deps, said, quotes)),
    ...(hint ? { mediaHint: hint } : {}),
    ...(vanishesIn ? { vanishesIn } : {}),
  };
};

type Brought = Shown &
  Pick<InboundMessage, 'body' | 'mediaType' | 'quotedMessageId' | 'mediaHint' | 'vanishesIn'>;

/**
 * Takes a message to the inbox, or fills in what could not be read when it came first. The placeholder of one that
 * cannot be read yet is never filled in with another.
 */
export const receiveSaid = async (deps: ReceivingDeps, envelope: Envelope, said: Said): Promise<Outcome> => {
  const { companyId, connectionId, commands, contextOf } = deps;
  const waKey = keyOf(envelope);
  const brought = await broughtBy(deps, envelope, said);
  const { participant, participantAlt } = envelope;
  const alt = [participant, participantAlt].find(jid => jid && jid !== waKey.participant);
  const outcome = await commands.message.receive(contextOf(waKey.remoteJid, envelope.id), {
    ...{ connectionId, waKey, ...brought },
    ...(alt ? { participantAlt: alt } : {}),
    // It may have been journalled before times were looked at.
    sentAt: new Date(possibleSecond(envelope.sentAt) * 1000).toISOString(),
    senderName: envelope.fromMe ? null : envelope.pushName,
    chat: await deps.chatOf(envelope),
  });
  if (isRejection(outcome)) return outcome;
  const messageId = commands.message.inboundId(companyId, connectionId, waKey);
  if (said.file) await deps.awaitFile(messageId, { waKey, file: said.file });
  if (outcome.changed || said.mediaType === 'unavailable') return outcome;
  const { vanishesIn: _, ...content } = brought;
  return commands.message.recoverContent(contextOf(waKey.remoteJid, envelope.id, 'recover'), {
    messageId,
    ...content,
  });
};
