import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { unknownFields } from '#contracts/exact.ts';
import { mostMediaUrls, sendOutsideBody, sendOutsideForm } from '#contracts/outside-messages.ts';
import { fileName } from '#domain/shared/text.ts';
import { fieldIssues } from '../errors/field-issues.ts';
import { CallRefused } from '../errors/refusal.ts';
import type { Gateway } from '../gateway.ts';
import {
  discardAll,
  noDetail,
  type ReceivedFile,
  type ReceivedParts,
  receiveParts,
} from '../media/received-files.ts';
import { calledNumber } from './called-number.ts';
import type { NamedAddress } from './fetch-files.ts';
import type { AskedFields } from './idempotent-calls.ts';
import { mustBeText } from './read-exactly.ts';

type Body = z.output<typeof sendOutsideBody>;

/** What a call asks to have sent. */
export type AskedSend = Omit<Body, 'mediaUrl' | 'mediaUrls' | 'fileName'> & {
  /** That came with the call. */
  readonly files: readonly ReceivedFile[];
  /** That are to be fetched. */
  readonly urls: readonly NamedAddress[];
  /** By which a repeated call is known as the same. */
  readonly fields: AskedFields;
};

const mostFields = 20 + mostMediaUrls;

/** Reads the body, a form or JSON. Its files are the caller's to discard. @throws ERR_VALIDATION, ERR_MEDIA_TOO_LARGE. */
export const readSend = (
  request: FastifyRequest,
  gateway: Pick<Gateway, 'media' | 'mediaLimits'>,
): Promise<AskedSend> => (request.isMultipart() ? readForm(request, gateway) : readJson(request.body));

const readJson = async (body: unknown): Promise<AskedSend> => {
  const parsed = sendOutsideBody.safeParse(body ?? {});
  if (!parsed.success) throw invalid(parsed.error);
  const asked = { ...parsed.data, number: calledNumber(parsed.data.number) };
  const { name: _ofItsAddress, ...send } = withUrls(asked);
  return { ...send, files: [], fields: asked };
};

const readForm = async (
  request: FastifyRequest,
  { media, mediaLimits: { documentLimit } }: Pick<Gateway, 'media' | 'mediaLimits'>,
): Promise<AskedSend> => {
  const { given, files } = await receiveParts(request, media, {
    ...{ documentLimit, mostFields, lists: ['mediaUrls'] },
  });
  try {
    mustBeText(given);
    mustBeMedias(files);
    const parsed = sendOutsideForm.safeParse(given);
    if (!parsed.success) throw invalid(parsed.error);
    const asked = { ...parsed.data, number: calledNumber(parsed.data.number) };
    const { name, ...send } = withUrls(asked, files.length);
    const medias = files.map(({ draft, name: own }) => [draft.hash, own]);
    return {
      ...send,
      files: files.map(file => ({ ...file, name: name ?? file.name, detail: noDetail })),
      fields: { ...asked, ...(medias.length > 0 ? { medias } : {}) },
    };
  } catch (error) {
    await discardAll(files);
    throw error;
  }
};

const filesField = 'medias';

/** @throws ERR_VALIDATION for files in another field, and for empty ones. */
const mustBeMedias = (files: ReceivedParts['files']): void => {
  for (const { field, name, draft } of files) {
    if (field !== filesField) throw notAsItMustBe(field, unknownFields([field], [filesField]));
    if (draft.size === 0) throw notAsItMustBe(field, `${name} is empty (0 bytes)`);
  }
};

/** What is asked for, with the addresses of its files in one list, and what its one file is to be called. */
const withUrls = ({ mediaUrl, mediaUrls = [], fileName: wanted, ...asked }: Body, others = 0) => {
  const name = wanted ? fileName(wanted) : undefined;
  const urls: NamedAddress[] = [
    ...(mediaUrl === undefined ? [] : [{ field: 'mediaUrl', url: mediaUrl, name }]),
    ...mediaUrls.map((url, at) => ({ field: `mediaUrls.${at}`, url, name })),
  ];
  const count = urls.length + others;
  if (name === '') throw notAsItMustBe('fileName', 'is no name of a file');
  if (name !== undefined && count !== 1)
    throw notAsItMustBe('fileName', `names the one file of a call; this one has ${count}`);
  return { ...asked, urls, name };
};

const notAsItMustBe = (field: string, message: string): CallRefused =>
  new CallRefused('ERR_VALIDATION', {
    message: `${field}: ${message}`,
    details: { issues: [{ field, message }] },
  });

const invalid = ({ issues }: z.ZodError): CallRefused => {
  const named = fieldIssues(
    issues.map(issue => ({ ...issue, path: issue.path.length > 0 ? issue.path.map(String) : rootOf(issue) })),
  );
  const [first] = named;
  return new CallRefused('ERR_VALIDATION', {
    message: `${first?.field}: ${first?.message}`,
    details: { issues: named },
  });
};
/** What is wrong with the body as a whole; of a field that there is not, only that is named. */
const rootOf = ({ code }: z.core.$ZodIssue): string[] => (code === 'unrecognized_keys' ? [] : ['body']);
