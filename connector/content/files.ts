import type { proto } from '@whiskeysockets/baileys';
import type { MediaType } from '#domain/message/events.ts';
import { fileName } from '#domain/shared/text.ts';
import { describedFile } from '../media/remote-file.ts';
import type { Draft, FoundFile, Reader, Readers } from './draft.ts';
import { labelled } from './part-makers.ts';

type Image = proto.Message.IImageMessage;
type Video = proto.Message.IVideoMessage;
type Document = proto.Message.IDocumentMessage;
type Audio = proto.Message.IAudioMessage;

type Source = {
  readonly jpegThumbnail?: Uint8Array | null;
  readonly pngThumbnail?: Uint8Array | null;
};

const thumbnailOf = ({ jpegThumbnail, pngThumbnail }: Source): Source['jpegThumbnail'] =>
  jpegThumbnail ?? pngThumbnail;

const found = (
  mediaType: MediaType,
  source: object,
  described: ReturnType<typeof describedFile>,
): FoundFile => ({
  ...{ mediaType, source, thumbnail: thumbnailOf(source) },
  ...described,
});

export const imageFile = (image: Image): FoundFile =>
  found('image', image, describedFile('image', image, { preview: image.jpegThumbnail }));
export const videoFile = (video: Video): FoundFile =>
  found('video', video, describedFile('video', video, { preview: video.jpegThumbnail }));
export const audioFile = (audio: Audio): FoundFile =>
  found('audio', audio, describedFile('audio', audio, { voice: audio.ptt === true }));
export const documentFile = (document: Document): FoundFile =>
  found('application', document, describedFile('document', document, { preview: document.jpegThumbnail }));

const shown = (file: FoundFile, words: string | null | undefined, draft: Draft): Draft => ({
  ...{ mediaType: file.mediaType, words: words ?? '', file },
  ...draft,
});

const video: Reader<Video> = value => shown(videoFile(value), value.caption, { context: value.contextInfo });

const document: Reader<Document> = value => {
  const name = fileName(value.fileName ?? '');
  const title = value.title && fileName(value.title) !== name ? value.title : undefined;
  return shown(documentFile(value), value.caption || name || value.title, {
    context: value.contextInfo,
    below: value.caption && title ? [{ kind: 'card', of: 'details', rows: labelled('title', title) }] : [],
  });
};

/** Kinds that are a file with what is written below it. */
export const fileReaders: Readers = {
  imageMessage: value => shown(imageFile(value), value.caption, { context: value.contextInfo }),
  videoMessage: video,
  ptvMessage: video,
  audioMessage: value => shown(audioFile(value), '', { context: value.contextInfo }),
  documentMessage: document,
  stickerMessage: value =>
    shown(found('image', value, describedFile('sticker', value)), '', { context: value.contextInfo }),
};

/** The first file among what may stand at the head of a message with buttons. */
export const headFile = (head: {
  readonly imageMessage?: Image | null;
  readonly videoMessage?: Video | null;
  readonly documentMessage?: Document | null;
}): FoundFile | undefined => {
  if (head.imageMessage) return imageFile(head.imageMessage);
  if (head.videoMessage) return videoFile(head.videoMessage);
  return head.documentMessage ? documentFile(head.documentMessage) : undefined;
};
