import type { Commands } from '#commands/commands.ts';
import type { CommandContext, Outcome } from '#commands/context.ts';
import { fileCommandId } from '#contracts/made-ids.ts';
import type { TicketView } from '#contracts/views.ts';
import type { Media, MediaType } from '#domain/message/events.ts';
import { isRejection } from '#domain/shared/decision.ts';
import { nameWithEnding } from '#domain/shared/file-kinds.ts';
import { inspectFile, thumbnailOf } from '#files/inspect.ts';
import { keepPicture, type MediaOwner, type MediaStore } from '#files/store.ts';
import { CallRefused, refuse } from '../errors/refusal.ts';
import { idMadeBy } from '../http/command-context.ts';
import { kindOfFile } from './media-kinds.ts';
import { discardAll, type MediaLimits, type ReceivedFile, type ReceivedForm } from './received-files.ts';

type QueueMessageInput = Parameters<Commands['message']['queue']>[1];
type Dependencies = {
  readonly media: MediaStore;
  readonly mediaLimits: MediaLimits;
};
export type SentMessage = { readonly id: string; readonly outcome: Outcome };

/**
 * Queues one message for each file, in their order; the text goes with the first that can have one, else after them.
 * The same command again sends nothing twice. Ends with the first message that is refused, which keeps no file. The
 * drafts are gone afterwards.
 */
export const sendFiles = async (
  { commands, ...dependencies }: Dependencies & { readonly commands: Commands },
  context: CommandContext,
  ticket: Pick<TicketView, 'id' | 'contactId'>,
  form: ReceivedForm,
): Promise<readonly SentMessage[]> => {
  const queue: QueueOne = (step, message) =>
    commands.message.queue(step, { ...message, ticketId: ticket.id });
  try {
    return await sendEach({ ...dependencies, queue }, context, ticket.contactId, form);
  } finally {
    await discardAll(form.files);
  }
};

/** Puts one of the messages on its way. */
export type QueueOne = (step: CommandContext, message: Message) => Promise<Outcome>;

/** A file that an earlier run of the same command has sent: it is passed over. */
export type FileBefore = SentMessage & { readonly mediaType: MediaType };

/** The same for whoever says how a message is queued; drafts that were not kept are left to the caller. */
export const sendEach = async (
  dependencies: Dependencies & { readonly queue: QueueOne },
  context: CommandContext,
  contactId: string,
  form: Omit<ReceivedForm, 'files'> & { readonly files: readonly (ReceivedFile | FileBefore)[] },
): Promise<readonly SentMessage[]> => {
  const { body, quotedMessageId, files } = form;
  const sent: SentMessage[] = [];
  let words = body.trim() === '' ? '' : body;
  let quoted = quotedMessageId;
  const send = async (make: (messageId: string) => Promise<Queued>) => {
    const step = { ...context, commandId: fileCommandId(context.commandId, sent.length) };
    const messageId = idMadeBy(step, 'message');
    const message = { messageId, quotedMessageId: quoted, ...(await make(messageId)) };
    const release = () => dependencies.media.release(context.companyId, messageId);
    const outcome = await dependencies.queue(step, message).catch(async error => {
      if (error instanceof CallRefused) await release();
      throw error;
    });
    if (isRejection(outcome)) await release();
    quoted = null;
    sent.push({ id: messageId, outcome });
    return !isRejection(outcome);
  };
  for (const file of files) {
    if ('outcome' in file) {
      sent.push({ id: file.id, outcome: file.outcome });
      quoted = null;
      if (file.mediaType !== 'audio') words = '';
      continue;
    }
    const queued = await send(async messageId => {
      const owner = { companyId: context.companyId, messageId, persons: [contactId] };
      const { media, mediaType } = await keepFile(dependencies, owner, file);
      const caption = mediaType === 'audio' ? '' : words;
      if (mediaType !== 'audio') words = '';
      return { media, mediaType, body: caption || (mediaType === 'application' ? (media.name ?? '') : '') };
    });
    if (!queued) return sent;
  }
  if (words !== '') await send(async () => ({ body: words }));
  return sent;
};

type Message = Omit<QueueMessageInput, 'ticketId'>;
type Queued = Omit<Message, 'messageId'>;

/** Keeps a file for a message, with its small picture, and says as what it is sent. @throws ERR_NO_CONTACT_FOUND when its people were erased. */
export const keepFile = async (
  { media: store, mediaLimits }: Pick<Dependencies, 'media' | 'mediaLimits'>,
  owner: MediaOwner,
  { draft, name: given, detail }: ReceivedFile,
): Promise<{ readonly media: Media; readonly mediaType: MediaType }> => {
  const { hash, size } = draft;
  const { mime, width, height } = await inspectFile(draft.path, given);
  const name = given || nameWithEnding('arquivo', mime);
  const mediaType = kindOfFile(mime, size, mediaLimits.limit);
  const picture = mediaType === 'image' ? await thumbnailOf(draft.path) : undefined;
  const kept = await store.keep(owner, draft, { kind: 'original', mime, name });
  if (!kept) throw refuse('ERR_NO_CONTACT_FOUND');
  const { voice, seconds } = detail;
  const media: Media = {
    ...{ hash, mime, size, name, sticker: false },
    ...{ seconds, voice: voice && mediaType === 'audio' },
    ...{ width: width ?? detail.width, height: height ?? detail.height },
    thumbnail: picture ? await keepPicture(store, owner, picture) : null,
  };
  return { media, mediaType };
};
