import type { MediaType } from '#domain/message/events.ts';

/** What browsers show without running anything of it. Everything else is only given out to be kept. */
const shown: ReadonlySet<string> = new Set([
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/webp',
  'video/mp4',
  'video/webm',
  'video/3gpp',
  'video/quicktime',
  'audio/ogg',
  'audio/mpeg',
  'audio/mp4',
  'audio/aac',
  'audio/amr',
  'audio/wav',
  'audio/webm',
]);

export const isShown = (mime: string): boolean => shown.has(mime);

/** What WhatsApp's phones can play or show within a conversation, by the type of its bytes. */
const kinds: ReadonlyMap<string, MediaType> = new Map([
  ['image/jpeg', 'image'],
  ['image/png', 'image'],
  ['image/webp', 'image'],
  ['video/mp4', 'video'],
  ['video/3gpp', 'video'],
  ['video/quicktime', 'video'],
  ['audio/ogg', 'audio'],
  ['audio/mpeg', 'audio'],
  ['audio/mp4', 'audio'],
  ['audio/aac', 'audio'],
  ['audio/amr', 'audio'],
]);

/** As what a file is sent; what is larger than an image or film may be goes as a document. */
export const kindOfFile = (mime: string, size: number, limit: number): MediaType =>
  size > limit ? 'application' : (kinds.get(mime) ?? 'application');
