import type { MediaView, MessageView } from '#contracts/views.ts';
import { isShown } from '#domain/shared/file-kinds.ts';
import { AudioPlayer } from './audio-player.tsx';
import { DocumentCard, FailedFile, WaitingFile } from './file-cards.tsx';
import { Film, Picture, Sticker } from './pictures.tsx';
import { CallCard, ContactCards, PlaceCard } from './shown-cards.tsx';

/** What a message shows besides its words; undefined when there is nothing to show that is known here. */
export const mediaOf = (message: MessageView) => {
  const { mediaType, media, body } = message;
  if (mediaType === 'locationMessage') return <PlaceCard body={body} />;
  if (mediaType === 'vcard' || mediaType === 'contactMessage') return <ContactCards body={body} />;
  if (mediaType === 'call_log') return <CallCard fromMe={message.fromMe} />;
  if (!media) return undefined;
  if (media.state === 'waiting') return <WaitingFile message={message} media={media} />;
  if (media.state === 'failed') return <FailedFile message={message} media={media} />;
  return <StoredFile message={message} media={media} />;
};

/** The words of a message, without those that its card shows already. */
export const wordsOf = ({ mediaType, mediaName, media }: MessageView, body: string): string => {
  if (mediaType === 'unavailable' || mediaType === 'locationMessage') return '';
  if (mediaType === 'vcard' || mediaType === 'contactMessage') return '';
  return media && body === mediaName ? '' : body;
};

export type FileProps = { readonly message: MessageView; readonly media: MediaView };

/** As what it is shown goes by its bytes: what browsers do not show or play is a document, whatever it calls itself. */
const StoredFile = ({ message, media }: FileProps) => {
  const kind = media.mime?.split('/')[0];
  if (message.mediaType === 'application' || !message.mediaUrl || !isShown(media.mime))
    return <DocumentCard message={message} media={media} />;
  if (kind === 'image' && media.sticker) return <Sticker message={message} media={media} />;
  if (kind === 'image') return <Picture message={message} media={media} />;
  if (kind === 'video') return <Film message={message} media={media} />;
  if (kind === 'audio') return <AudioPlayer message={message} media={media} />;
  return <DocumentCard message={message} media={media} />;
};
