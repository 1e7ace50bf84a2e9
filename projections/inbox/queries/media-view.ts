import type { MediaView, MessageView } from '#contracts/views.ts';
import type { Media, MediaHint } from '#domain/message/events.ts';
import type { FileState } from '#domain/message/message.ts';

type WithFile = {
  readonly id: string;
  readonly company_id: string;
  readonly file: FileState;
  readonly file_failure: string | null;
  readonly media: Media | MediaHint | null;
};

/** What the screens know of a message's file. Its addresses open nothing before they are signed. */
export const mediaViewOf = (
  row: WithFile,
): Pick<MessageView, 'mediaUrl' | 'mediaPath' | 'mediaName' | 'media'> => {
  const { media } = row;
  // What says nothing of itself came with nothing that opens it: nobody gets it.
  const isLost = row.file === 'waiting' && media === null;
  const file = isLost ? 'failed' : row.file;
  if (file === 'none') return { mediaUrl: null, mediaPath: null, mediaName: null, media: null };
  const stored = file === 'stored' && media && 'hash' in media ? media : undefined;
  const link = (hash: string) => `/api/media/${row.company_id}/${hash}?m=${row.id}`;
  const address = stored ? link(stored.hash) : null;
  return {
    ...{ mediaUrl: address, mediaPath: address },
    mediaName: media?.name ?? null,
    media: {
      state: file,
      reason: isLost ? 'no-key' : row.file_failure,
      mime: stored?.mime ?? null,
      thumbnailUrl: stored?.thumbnail ? link(stored.thumbnail) : null,
      ...hintOf(media),
    },
  };
};

const hintOf = (
  media: MediaHint | null,
): Pick<MediaView, 'size' | 'seconds' | 'width' | 'height' | 'voice' | 'sticker'> => ({
  size: media?.size ?? null,
  seconds: media?.seconds ?? null,
  width: media?.width ?? null,
  height: media?.height ?? null,
  voice: media?.voice ?? false,
  sticker: media?.sticker ?? false,
});
