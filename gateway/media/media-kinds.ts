import type { MediaType } from '#domain/message/events.ts';
import { sentAs } from '#domain/shared/file-kinds.ts';

/** As what a file is sent; what is larger than an image or film may be goes as a document. */
export const kindOfFile = (mime: string, size: number, limit: number): MediaType =>
  size > limit ? 'application' : sentAs(mime);
