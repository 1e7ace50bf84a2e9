import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { maxFiles } from '#contracts/outside-messages.ts';
import { fileName } from '#domain/shared/text.ts';
import type { Draft } from '#files/draft.ts';
import type { MediaStore } from '#files/store.ts';
import { CallRefused } from '../errors/refusal.ts';

/** Bytes that an image, a sound or a film may have, and any other file. */
export type MediaLimits = { readonly limit: number; readonly documentLimit: number };

/** What only the sender's screen knows of a file. */
const detail = z.object({
  voice: z.boolean().default(false),
  seconds: z.number().int().min(0).max(86_400).nullable().default(null),
  width: z.number().int().min(1).max(20_000).nullable().default(null),
  height: z.number().int().min(1).max(20_000).nullable().default(null),
});
export type FileDetail = z.output<typeof detail>;
export const noDetail: FileDetail = detail.parse({});

const fields = z.object({
  // Forms break lines in the way of the network; messages do as their writers do.
  body: z
    .string()
    .max(65_536)
    .default('')
    .transform(text => text.replaceAll('\r\n', '\n').replaceAll('\0', '\ufffd')),
  fromMe: z.literal('true').optional(),
  quotedMsg: z.union([z.object({ id: z.uuid() }), z.null()]).default(null),
  details: z.array(detail).max(30).default([]),
});

/** `name` is '' where it has none. */
export type ReceivedFile = { readonly draft: Draft; readonly name: string; readonly detail: FileDetail };
export type ReceivedForm = {
  readonly body: string;
  readonly quotedMessageId: string | null;
  readonly files: readonly ReceivedFile[];
};

type FormLimits = Pick<MediaLimits, 'documentLimit'> & {
  readonly mostFields: number;
  /** Fields that may come several times, also as `name[]` or `name[0]`, and are given as lists; of all others the last counts. */
  readonly lists?: readonly string[];
};

/** The fields of a form by their names, and its files in their order. */
export type ReceivedParts = {
  readonly given: Readonly<Record<string, unknown>>;
  readonly files: readonly {
    readonly draft: Draft;
    readonly name: string;
    /** In which it came. */
    readonly field: string;
  }[];
};

/** A file, of so many bytes where that is known, has more than it may have. */
export const tooLarge = (field: string, limit: number, size?: number): CallRefused => {
  const message = `it has ${size ?? 'more'}${size === undefined ? ` than ${limit}` : ''} bytes; a file may have ${limit}`;
  return new CallRefused('ERR_MEDIA_TOO_LARGE', {
    message: `${field}: ${message}`,
    details: { limit, issues: [{ field, message }] },
  });
};

/**
 * Reads a form with files, which go to disk as they come. Reads it to its end also when it is refused, so that the caller
 * hears why. @throws ERR_MEDIA_TOO_LARGE, ERR_UNREADABLE_BODY; no draft is left then.
 */
export const receiveParts = async (
  request: FastifyRequest,
  media: Pick<MediaStore, 'receive'>,
  { documentLimit, mostFields, lists = [] }: FormLimits,
): Promise<ReceivedParts> => {
  const given: Record<string, unknown> = {};
  const several = new Map(lists.map(name => [name, [] as unknown[]]));
  const files: { draft: Draft; name: string; field: string }[] = [];
  let largest: string | undefined;
  try {
    const limits = { fileSize: documentLimit, files: maxFiles, fields: mostFields, fieldSize: 200_000 };
    // What is a path, and what a slash in a name, is told apart by `fileName`.
    for await (const part of request.parts({ limits, preservePath: true })) {
      const plain = part.fieldname.replace(/\[\d*\]$/, '');
      if (part.type === 'field') {
        const list = several.get(plain);
        list?.push(part.value);
        given[list ? plain : part.fieldname] = list ?? part.value;
        continue;
      }
      const draft = await media.receive(part.file, documentLimit + 1);
      files.push({ draft, name: fileName(part.filename ?? ''), field: plain });
      if (part.file.truncated) largest = plain;
    }
    if (largest !== undefined) throw tooLarge(largest, documentLimit);
    return { given, files };
  } catch (error) {
    await discardAll(files);
    throw isMalformed(error) ? new CallRefused('ERR_UNREADABLE_BODY', { message: error.message }) : error;
  }
};

export const discardAll = async (files: readonly { readonly draft: Draft }[]): Promise<void> => {
  await Promise.all(files.map(({ draft }) => draft.discard()));
};

/** What somebody sends to a ticket as a form. @throws as `receiveParts`. */
export const receiveForm = async (
  request: FastifyRequest,
  media: MediaStore,
  { documentLimit }: MediaLimits,
): Promise<ReceivedForm> => {
  const { given, files } = await receiveParts(request, media, { documentLimit, mostFields: 10 });
  try {
    const { body, quotedMsg, details } = readFields(given);
    return {
      ...{ body, quotedMessageId: quotedMsg?.id ?? null },
      files: files.map((file, index) => ({ ...file, detail: details[index] ?? noDetail })),
    };
  } catch (error) {
    await discardAll(files);
    throw error;
  }
};

/** What the parser of forms says of a broken one has neither code nor status; everything else that fails here has. */
const isMalformed = (error: unknown): error is Error =>
  error instanceof Error && error.constructor === Error && !('code' in error) && !('statusCode' in error);

const readFields = ({ body, fromMe, quotedMsg, details }: Record<string, unknown>) => {
  const parsed = fields.safeParse({ body, fromMe, quotedMsg: json(quotedMsg), details: json(details) });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new CallRefused('ERR_VALIDATION', { message: `body.${issue?.path.join('.')}: ${issue?.message}` });
};

const json = (text: unknown): unknown => {
  if (typeof text !== 'string' || text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};
