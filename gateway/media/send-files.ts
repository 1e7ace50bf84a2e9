import type { Commands } from '#commands/commands.ts';
import type { CommandContext, Outcome } from '#commands/context.ts';
import { fileCommandId } from '#contracts/made-ids.ts';
import type { TicketView } from '#contracts/views.ts';
import type { Media, MediaType } from '#domain/message/events.ts';
import { isRejection } from '#domain/shared/decision.ts';
import { inspectFile, thumbnailOf } from '#files/inspect.ts';
import { keepPicture, type MediaOwner, type MediaStore } from '#files/store.ts';
import { refuse } from '../errors/refusal.ts';
import { idMadeBy } from '../http/command-context.ts';
import { kindOfFile } from './media-kinds.ts';
import type { MediaLimits, ReceivedFile, ReceivedForm } from './received-files.ts';

type Dependencies = {
  readonly commands: Commands;
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
  dependencies: Dependencies,
  context: CommandContext,
  ticket: Pick<TicketView, 'id' | 'contactId'>,
  form: ReceivedForm,
): Promise<readonly SentMessage[]> => {
  try {
    return await sendEach(dependencies, context, ticket, form);
  } finally {
    await Promise.all(form.files.map(({ draft }) => draft.discard()));
  }
};

const sendEach: typeof sendFiles = async (dependencies, context, ticket, form) => {
  const { body, quotedMessageId, files } = form;
  const sent: SentMessage[] = [];
  let words = body.trim() === '' ? '' : body;
  let quoted = quotedMessageId;
  const send = async (make: (messageId: string) => Promise<Queued>) => {
    const step = { ...context, commandId: fileCommandId(context.commandId, sent.length) };
    const messageId = idMadeBy(step, 'message');
    const command = { messageId, ticketId: ticket.id, quotedMessageId: quoted, ...(await make(messageId)) };
    const outcome = await dependencies.commands.message.queue(step, command);
    if (isRejection(outcome)) await dependencies.media.release(context.companyId, messageId);
    quoted = null;
    sent.push({ id: messageId, outcome });
    return !isRejection(outcome);
  };
  for (const file of files) {
    const queued = await send(async messageId => {
      const owner = { companyId: context.companyId, messageId, persons: [ticket.contactId] };
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

type Queued = Omit<Parameters<Commands['message']['queue']>[1], 'messageId' | 'ticketId'>;

/** Keeps a file for a message, with its small picture, and says as what it is sent. @throws ERR_NO_CONTACT_FOUND when its people were erased. */
export const keepFile = async (
  { media: store, mediaLimits }: Pick<Dependencies, 'media' | 'mediaLimits'>,
  owner: MediaOwner,
  { draft, name, detail }: ReceivedFile,
): Promise<{ readonly media: Media; readonly mediaType: MediaType }> => {
  const { hash, size } = draft;
  const { mime, width, height } = await inspectFile(draft.path);
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
