import type { AnyMediaMessageContent, proto } from '@whiskeysockets/baileys';
import type { Pool } from 'pg';
import type { Media, MediaType } from '#domain/message/events.ts';
import { nameWithEnding } from '#domain/shared/file-kinds.ts';
import { previewOf } from '#files/inspect.ts';
import type { MediaStore } from '#files/store.ts';
import { loadBaileys, type Socket, silentLogger } from '../baileys.ts';
import type { Cipher } from '../keys/cipher.ts';

/** A queued message that has a file, as the log has it. */
export type QueuedFile = {
  readonly media: Media;
  readonly mediaType: MediaType;
  readonly caption: string;
  readonly contextInfo: proto.IContextInfo | undefined;
};
export type QueuedIn = {
  readonly messageId: string;
  readonly connectionId: string;
  readonly companyId: string;
};

export type Uploads = {
  /**
   * What is sent for a message with a file. The file is given to WhatsApp once, and where it is then is remembered: every
   * try sends the same. Without a socket only what has been given already is found. Undefined when the file is gone.
   * Throws what the upload throws.
   */
  readonly contentOf: (
    message: QueuedIn,
    file: QueuedFile,
    through: Socket | undefined,
  ) => Promise<proto.IMessage | undefined>;
  /** Forgets what was given to WhatsApp so long ago that it is gone there. */
  readonly prune: () => Promise<void>;
};

const uploadWithinMs = 10 * 60_000;

export const openUploads = (pool: Pool, cipher: Cipher, media: Pick<MediaStore, 'open'>): Uploads => {
  const place = (messageId: string) => `${messageId}/media-upload`;

  const known = async (messageId: string): Promise<proto.Message | undefined> => {
    const { rows } = await pool.query<{ sealed: Buffer }>({
      name: 'upload-known',
      text: 'select sealed from connector.media_upload where message_id = $1',
      values: [messageId],
    });
    const { proto: schemas } = await loadBaileys();
    return rows[0] && schemas.Message.decode(cipher.open(rows[0].sealed, place(messageId)));
  };

  const upload = async (message: QueuedIn, file: QueuedFile, through: Socket): Promise<boolean> => {
    const { messageId, connectionId, companyId } = message;
    const { hash, thumbnail } = file.media;
    const stream = await media.open({ companyId, hash });
    if (!stream) return false;
    const small = thumbnail ? await media.open({ companyId, hash: thumbnail }) : undefined;
    const preview = small && (await previewOf(Buffer.concat(await small.toArray())));
    const baileys = await loadBaileys();
    const content = await baileys.prepareWAMessageMedia(described(file, { stream }, preview), {
      upload: through.waUploadToServer,
      mediaUploadTimeoutMs: uploadWithinMs,
      logger: silentLogger,
    });
    const sealed = cipher.seal(baileys.proto.Message.encode(content).finish(), place(messageId));
    await pool.query({
      name: 'upload-note',
      text: `insert into connector.media_upload (message_id, connection_id, sealed) select $1, $2, $3
             where not exists (select from connector.erased_message where message_id = $1) on conflict do nothing`,
      values: [messageId, connectionId, sealed],
    });
    return true;
  };

  return {
    contentOf: async (message, file, through) => {
      let there = await known(message.messageId);
      if (!there) {
        if (!through || !(await upload(message, file, through))) return undefined;
        there = await known(message.messageId);
      }
      return there && withWords(there, file);
    },
    prune: async () => {
      await pool.query(`delete from connector.media_upload where at < now() - interval '30 days'`);
    },
  };
};

type Bytes = { readonly stream: import('node:stream').Readable };

const described = (
  { media, mediaType }: QueuedFile,
  bytes: Bytes,
  preview: Buffer | undefined,
): AnyMediaMessageContent => {
  const { mime, voice, sticker } = media;
  const shape = { ...(media.width && media.height ? { width: media.width, height: media.height } : {}) };
  // Whatever is left out here the library would look for in a copy of the file.
  const jpegThumbnail = (preview ?? Buffer.alloc(0)).toString('base64');
  const seconds = media.seconds ?? 0;
  if (sticker) return { sticker: bytes, mimetype: mime, ...shape };
  if (mediaType === 'image') return { image: bytes, mimetype: mime, jpegThumbnail, ...shape };
  if (mediaType === 'video') return { video: bytes, mimetype: mime, jpegThumbnail, seconds, ...shape };
  if (mediaType === 'audio') {
    // Phones play as a voice note nothing but Opus; what is recorded as mp3 goes as a sound.
    const ptt = voice && mime === 'audio/ogg';
    const mimetype = mime === 'audio/ogg' ? 'audio/ogg; codecs=opus' : mime;
    return { audio: bytes, mimetype, seconds, ptt, ...(ptt ? { waveform: flat } : {}) };
  }
  return { document: bytes, mimetype: mime, fileName: media.name ?? nameWithEnding('arquivo', mime) };
};

const flat = new Uint8Array(64).fill(30);

/** The words are of the message, not of its file. */
const withWords = (message: proto.Message, { caption, contextInfo }: QueuedFile): proto.IMessage => {
  const { imageMessage, videoMessage, audioMessage, documentMessage, stickerMessage } = message;
  const captioned = imageMessage ?? videoMessage ?? documentMessage;
  if (captioned && caption !== '') captioned.caption = caption;
  const quoting = captioned ?? audioMessage ?? stickerMessage;
  if (quoting && contextInfo) quoting.contextInfo = contextInfo;
  return message;
};
