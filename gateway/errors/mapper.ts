import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import type { ErrorBody } from '#contracts/http.ts';
import { errors } from '#domain/shared/errors.ts';
import { isOutage } from '#domain/shared/outage.ts';
import { fieldIssues } from './field-issues.ts';
import { CallRefused, refuse } from './refusal.ts';

const unavailableRetrySeconds = 2;
/** What the same call may not find any more. */
const passing: ReadonlySet<string> = new Set(['ERR_UNAVAILABLE', 'ERR_DISK_FULL', 'ERR_LOG_INCOMPLETE']);

/** What the specification calls a fault of ours in the calls that make something (core, section 8). */
type Fault = 'ERR_CREATING_MESSAGE' | 'ERR_CREATING_TICKET';
const faults: ReadonlySet<string> = new Set<Fault | 'ERR_INTERNAL'>([
  ...(['ERR_INTERNAL', 'ERR_CREATING_MESSAGE', 'ERR_CREATING_TICKET'] as const),
]);

declare module 'fastify' {
  interface FastifyContextConfig {
    /** With what this call answers a fault of ours, instead of ERR_INTERNAL. */
    fault?: Fault;
  }
  interface FastifyRequest {
    /** With what it was answered, when it was refused. */
    refusal: CallRefused | null;
  }
}

/** Every error of every route is answered here, and nowhere else. */
export const mapErrors = (app: FastifyInstance, answer: Answer): void => {
  app.decorateRequest('refusal', null);
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const refusal = refusalFor(request, error);
    request.refusal = refusal;
    // Who left before the end of the call is told nothing, and it is no fault of anybody's here.
    if (reply.raw.destroyed || (request.raw.destroyed && !request.raw.complete)) return reply.send();
    if (faults.has(refusal.code)) request.log.error({ err: error }, 'a call failed');
    else if (passing.has(refusal.code)) request.log.warn({ err: error }, 'a call found something down');
    return answer(request, reply, refusal);
  });
};
/** As `refusalOf`, in the words of the call. */
const refusalFor = (request: FastifyRequest, error: unknown): CallRefused => {
  const refusal = refusalOf(error);
  const { fault } = request.routeOptions.config ?? {};
  return refusal.code === 'ERR_INTERNAL' && fault ? refuse(fault) : refusal;
};

type Answer = (request: FastifyRequest, reply: FastifyReply, refusal: CallRefused) => FastifyReply;

/** As screens are told: `{ error, message, details? }`. */
export const answerRefusal: Answer = (request, reply, refusal) => {
  const body: ErrorBody = { error: refusal.code, message: refusal.message };
  if (faults.has(refusal.code)) body.details = { requestId: request.id };
  else if (refusal.details && Object.keys(refusal.details).length > 0) body.details = refusal.details;
  const retryAfter =
    refusal.retryAfterSeconds ?? (passing.has(refusal.code) ? unavailableRetrySeconds : undefined);
  if (retryAfter !== undefined) reply.header('retry-after', String(Math.ceil(retryAfter)));
  return (
    reply
      .code(errors[refusal.code].status)
      // Also where its route had said otherwise of what it was about to answer.
      .header('cache-control', 'no-store')
      .type('application/json; charset=utf-8')
      .serializer(JSON.stringify)
      .send(body)
  );
};

/** The refusal that a thrown thing stands for; ERR_INTERNAL when it is a fault of ours. */
export const refusalOf = (error: unknown): CallRefused => {
  if (error instanceof CallRefused) return error;
  if (hasZodFastifySchemaValidationErrors(error)) return invalidInput(error);
  if (hasCode(error, 'LOG_IS_CUT')) return refuse('ERR_LOG_INCOMPLETE');
  if (isDiskFull(error)) return refuse('ERR_DISK_FULL');
  if (isUnavailable(error)) return refuse('ERR_UNAVAILABLE');
  const status = statusCodeOf(error);
  if (status === 404) return refuse('ERR_NOT_FOUND');
  if (status === 429) return refuse('ERR_TOO_MANY_REQUESTS');
  if (status !== undefined && status >= 400 && status < 500)
    return new CallRefused('ERR_VALIDATION', {
      message: error instanceof Error ? error.message : 'Bad request',
    });
  return refuse('ERR_INTERNAL');
};

const invalidInput = (error: {
  validation: readonly {
    instancePath: string;
    message?: string;
    params?: Readonly<Record<string, unknown>>;
  }[];
  validationContext?: string | undefined;
}): CallRefused => {
  const issues = fieldIssues(
    error.validation.map(({ instancePath, message = 'not as it must be', params }) => ({
      path: instancePath.split('/').filter(Boolean),
      ...{ message, keys: params?.keys },
    })),
  );
  const [first] = issues;
  const place = [error.validationContext, first?.field].filter(Boolean).join('.');
  return new CallRefused('ERR_VALIDATION', {
    message: `${place || 'input'}: ${first?.message ?? 'not as it must be'}`,
    details: { in: error.validationContext ?? 'body', issues },
  });
};

/** A store that is out of reach. Looks at causes too: `fetch` and the S3 client wrap what the network said. */
const isUnavailable = (error: unknown, depth = 0): boolean => {
  if (!(error instanceof Error) || depth > deepestCause) return false;
  return isOutage(error) || isFailingServer(error) || isUnavailable(error.cause, depth + 1);
};

/** Postgres without room for more, or for reading only for that reason; a file system; the event store. */
const diskFullCodes = new Set(['ENOSPC', 'EDQUOT', '53100', '25006']);

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;

const isDiskFull = (error: unknown, depth = 0): boolean => {
  if (!(error instanceof Error) || depth > deepestCause) return false;
  if ('code' in error && typeof error.code === 'string' && diskFullCodes.has(error.code)) return true;
  if (error.name === 'StoreUnavailable' && /disk is full|no space left/i.test(error.message)) return true;
  return isDiskFull(error.cause, depth + 1);
};

const deepestCause = 4;

/** An S3 store that answers with a fault of its own. Refused credentials are a fault of ours. */
const isFailingServer = (error: Error): boolean =>
  error.name === 'S3ServiceError' &&
  'status' in error &&
  typeof error.status === 'number' &&
  error.status >= 500;

const statusCodeOf = (error: unknown): number | undefined =>
  error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number'
    ? error.statusCode
    : undefined;
