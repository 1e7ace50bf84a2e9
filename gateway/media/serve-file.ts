import type { FastifyReply, FastifyRequest } from 'fastify';
import { isShown, nameWithEnding } from '#domain/shared/file-kinds.ts';
import type { BlobName } from '#files/blobs.ts';
import type { MediaObject, MediaStore } from '#files/store.ts';
import { refuse } from '../errors/refusal.ts';
import { byteRange } from './byte-range.ts';

type Asked = {
  readonly name: BlobName;
  readonly messageId: string;
  readonly cacheControl: string;
};

/**
 * Answers the bytes of a message's file, or the part of them that `Range` asks for. Only what is safe to show is shown;
 * everything else is for keeping. @throws ERR_NOT_FOUND when the message has no such file, or it is gone.
 */
export const serveFile = async (
  request: FastifyRequest,
  reply: FastifyReply,
  media: Pick<MediaStore, 'find' | 'open'>,
  { name, messageId, cacheControl }: Asked,
): Promise<FastifyReply> => {
  const { hash } = name;
  const file = await media.find(name, messageId);
  if (!file) throw refuse('ERR_NOT_FOUND');
  reply.headers({
    'cache-control': cacheControl,
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
    'content-disposition': disposition(file),
    'accept-ranges': 'bytes',
    etag: `"${hash}"`,
  });
  if (request.headers['if-none-match'] === `"${hash}"`) return reply.code(304).send();
  const range = byteRange(request.headers.range, file.size);
  if (range === 'impossible') return reply.code(416).header('content-range', `bytes */${file.size}`).send();
  const whole = range === 'all';
  const stream = await media.open(name, whole ? undefined : range);
  if (!stream) throw refuse('ERR_NOT_FOUND');
  if (!whole) reply.code(206).header('content-range', `bytes ${range.from}-${range.to}/${file.size}`);
  return reply
    .type(isShown(file.mime) ? file.mime : 'application/octet-stream')
    .header('content-length', String(whole ? file.size : range.to - range.from + 1))
    .send(stream);
};

const disposition = ({ mime, name }: MediaObject): string => {
  const how = isShown(mime) ? 'inline' : 'attachment';
  const kept = name ?? nameWithEnding('arquivo', mime);
  return `${how}; filename*=UTF-8''${encodeURIComponent(kept).replaceAll("'", '%27')}`;
};
