import type { proto } from '@whiskeysockets/baileys';
import type { MediaHint, WaKey } from '#domain/message/events.ts';
import { fileName } from '#domain/shared/text.ts';

/** Which of WhatsApp's keys opens a file. */
export type FileKind = 'image' | 'video' | 'audio' | 'document' | 'sticker';

/** Where WhatsApp has a file of a message, what opens it, and what the message says of it. Bytes are base64. */
export type RemoteFile = {
  readonly kind: FileKind;
  readonly directPath: string | null;
  readonly url: string | null;
  readonly mediaKey: string;
  /** Of the file itself, not of what is stored at WhatsApp. */
  readonly sha256: string | null;
  /** A small picture that came with the message. */
  readonly preview: string | null;
  readonly hint: MediaHint;
};

/** A file and the message it belongs to, as WhatsApp names it: by that the phone is asked for the file anew. */
export type AwaitedFile = { readonly waKey: WaKey; readonly file: RemoteFile };

type Described = Pick<proto.Message.IImageMessage, 'directPath' | 'url' | 'mediaKey' | 'fileSha256'> &
  Pick<proto.Message.IVideoMessage, 'fileLength' | 'seconds' | 'width' | 'height'> &
  Pick<proto.Message.IDocumentMessage, 'fileName'>;
type Extra = { readonly preview?: Uint8Array | null | undefined; readonly voice?: boolean };

/** What a message says of a file, and where it is; `remote` is undefined where nothing came that opens it. */
export const describedFile = (
  kind: FileKind,
  described: Described,
  { preview, voice = false }: Extra = {},
): { readonly remote: RemoteFile | undefined; readonly hint: MediaHint } => {
  const { directPath, url, mediaKey, fileSha256 } = described;
  const hint = {
    name: fileName(described.fileName ?? '') || null,
    size: whole(described.fileLength),
    seconds: whole(described.seconds),
    width: whole(described.width),
    height: whole(described.height),
    voice,
    sticker: kind === 'sticker',
  };
  if (!mediaKey?.length || !(directPath || url))
    return { remote: undefined, hint: { ...hint, keyless: true } };
  const remote = {
    ...{ kind, directPath: directPath || null, url: url || null, hint },
    mediaKey: base64(mediaKey),
    sha256: fileSha256?.length ? base64(fileSha256) : null,
    preview: preview?.length ? base64(preview) : null,
  };
  return { remote, hint };
};

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

const whole = (given: unknown): number | null => {
  const value = Number(given ?? 0);
  return Number.isSafeInteger(value) && value > 0 ? value : null;
};
