import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { maxFiles } from '#contracts/outside-messages.ts';
import { metLimit, type Problem, problemStatus, problemType, problemTypeOf } from '#contracts/problems.ts';
import { type ErrorCode, errors } from '#domain/shared/errors.ts';
import { refusalOf } from '../errors/mapper.ts';
import { CallRefused } from '../errors/refusal.ts';
import { limitHeaders } from './call-limits.ts';

const retrySeconds = 2;
const passing: ReadonlySet<string> = new Set(['ERR_UNAVAILABLE', 'ERR_DISK_FULL', 'ERR_LOG_INCOMPLETE']);

/** Every error of the routes of this scope becomes a problem of RFC 9457. */
export const mapProblems = (app: FastifyInstance): void => {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (request.raw.destroyed && !request.raw.complete) return reply.send();
    const refusal = ofReading(error, request) ?? refusalOf(error);
    if (refusal.code === 'ERR_INTERNAL') request.log.error({ err: error }, 'a call from outside failed');
    else if (passing.has(refusal.code))
      request.log.warn({ err: error }, 'a call from outside found something down');
    return answerProblem(request, reply, refusal);
  });
};

const unread: Readonly<Record<number, ErrorCode>> = {
  400: 'ERR_UNREADABLE_BODY',
  413: 'ERR_MEDIA_TOO_LARGE',
  415: 'ERR_CONTENT_TYPE',
};

/** The refusal of a body that the server could not even read. */
const ofReading = (error: FastifyError, { routeOptions }: FastifyRequest): CallRefused | undefined => {
  const { statusCode, validation, message, code: reason = '' }: Partial<FastifyError> = error;
  if (reason in tooMany) return tooMany[reason]?.();
  const code = validation || statusCode === undefined ? undefined : unread[statusCode];
  if (code === 'ERR_MEDIA_TOO_LARGE')
    return new CallRefused(code, {
      message: `The body has more than ${routeOptions.bodyLimit} bytes, which is all that it may have; files go into a form.`,
    });
  return code && new CallRefused(code, message ? { message } : {});
};

/** Of a form. */
const tooMany: Readonly<Record<string, () => CallRefused>> = {
  FST_FILES_LIMIT: () => tooManyOf('medias', `a call has at most ${maxFiles} files`),
  FST_FIELDS_LIMIT: () => tooManyOf('body', 'the form has more fields than there are'),
  FST_PARTS_LIMIT: () => tooManyOf('body', 'the form has more parts than there are'),
};
const tooManyOf = (field: string, message: string): CallRefused =>
  new CallRefused('ERR_VALIDATION', {
    message: `${field}: ${message}`,
    details: { issues: [{ field, message }] },
  });

/** Answers with a problem of RFC 9457. */
export const answerProblem = (
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: CallRefused,
): FastifyReply => {
  const { code } = refusal;
  const status = problemStatus(code);
  const retryAfter = refusal.retryAfterSeconds ?? (status === 503 ? retrySeconds : undefined);
  if (retryAfter !== undefined) reply.header('retry-after', String(Math.ceil(retryAfter)));
  if (status === 401) reply.header('www-authenticate', 'Bearer');
  const more = moreOf(refusal);
  const { limit } = more;
  // Of the key much may be left where the number has met its limit: who looks at the headers alone would go on.
  if (limit) reply.headers(limitHeaders(limit, 0, Math.ceil(retryAfter ?? limit.windowSeconds)));
  const { text } = errors[code];
  const body: Problem = {
    ...{ type: problemTypeOf(code), title: text, status },
    ...detailOf(refusal),
    instance: `${request.url.split('?')[0]}#${request.id}`,
    code,
    ...more,
  };
  reply.code(status).header('cache-control', 'no-store');
  return reply.type(problemType).serializer(JSON.stringify).send(body);
};

const counted = z.object({ limit: z.number() });

/** What is said besides the title; a limit that was met is named. */
const detailOf = ({ code, message, details: given }: CallRefused): Pick<Problem, 'detail'> => {
  const met = counted.safeParse(given);
  if (message !== errors[code].text) return { detail: message };
  return met.success ? { detail: `${message} The limit is ${met.data.limit}.` } : {};
};

const fieldErrors = z.array(z.object({ field: z.string(), message: z.string() }));
const details = z.object({
  issues: fieldErrors.optional().catch(undefined),
  field: z.string().optional().catch(undefined),
  limit: metLimit.optional().catch(undefined),
});

const moreOf = (refusal: CallRefused): Pick<Problem, 'errors' | 'limit'> => {
  const { issues, field, limit } = details.parse(refusal.details ?? {});
  const named = issues ?? (field === undefined ? undefined : [{ field, message: refusal.message }]);
  return { ...(named ? { errors: named } : {}), ...(limit ? { limit } : {}) };
};
