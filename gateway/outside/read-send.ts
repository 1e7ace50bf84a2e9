import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { mostMediaUrls, sendOutsideBody, sendOutsideForm } from '#contracts/outside-messages.ts';
import { fieldIssues } from '../errors/field-issues.ts';
import { CallRefused } from '../errors/refusal.ts';
import type { Gateway } from '../gateway.ts';
import { discardAll, noDetail, type ReceivedFile, receiveParts } from '../media/received-files.ts';
import { calledNumber } from './called-number.ts';
import type { AskedFields } from './idempotent-calls.ts';
import { mustBeText } from './read-exactly.ts';

type Body = z.output<typeof sendOutsideBody>;

/** What a call asks to have sent. */
export type AskedSend = Omit<Body, 'mediaUrl' | 'mediaUrls'> & {
  /** That came with the call. */
  readonly files: readonly ReceivedFile[];
  /** That are to be fetched. */
  readonly urls: readonly string[];
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
  return { ...withUrls(asked), files: [], fields: asked };
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
    const parsed = sendOutsideForm.safeParse(given);
    if (!parsed.success) throw invalid(parsed.error);
    const asked = { ...parsed.data, number: calledNumber(parsed.data.number) };
    const medias = files.map(({ draft, name }) => [draft.hash, name]);
    return {
      ...withUrls(asked),
      files: files.map(file => ({ ...file, detail: noDetail })),
      fields: { ...asked, ...(medias.length > 0 ? { medias } : {}) },
    };
  } catch (error) {
    await discardAll(files);
    throw error;
  }
};

/** What is asked for, with the addresses of its files in one list. */
const withUrls = ({ mediaUrl, mediaUrls = [], ...asked }: Body) => ({
  ...asked,
  urls: [...(mediaUrl === undefined ? [] : [mediaUrl]), ...mediaUrls],
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
