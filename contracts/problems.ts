import { z } from 'zod';
import { type ErrorCode, errorCodeSchema, errors } from '#domain/shared/errors.ts';

/** How calls from outside are refused: `application/problem+json`, RFC 9457, with the code of our catalogue. */

export const problemType = 'application/problem+json';

/** Which limit was met, on 429: of the key's calls, or of messages to one number. */
export const metLimit = z.object({
  name: z.enum(['key', 'number']),
  quota: z.number().int().meta({ description: 'So many are allowed', example: 1200 }),
  windowSeconds: z.number().int().meta({ description: 'in so many seconds', example: 60 }),
});

export const problem = z
  .object({
    type: z.string().meta({
      description: 'Which problem it is: the same for every occurrence.',
      example: 'urn:balcao:problem:ERR_WAPP_INVALID_CONTACT',
    }),
    title: z.string().meta({ example: 'This is not a WhatsApp number.' }),
    status: z.number().int().meta({ example: 422 }),
    detail: z.string().optional().meta({ example: 'number: nobody on WhatsApp has 5511987654321' }),
    instance: z.string().meta({
      description: 'This occurrence, as support finds it: the path of the call and its id.',
      example: '/api/messages/send#req-1a',
    }),
    code: errorCodeSchema.meta({ example: 'ERR_WAPP_INVALID_CONTACT' }),
    errors: z
      .array(
        z.object({
          field: z.string().meta({ example: 'number' }),
          message: z.string().meta({ example: 'nobody on WhatsApp has 5511987654321' }),
        }),
      )
      .optional()
      .meta({ description: 'The fields that are not as they must be.' }),
    limit: metLimit.optional(),
  })
  .meta({ id: 'Problem', description: 'Why a call was refused: RFC 9457.' });
export type Problem = z.output<typeof problem>;

/** What outside callers are told by another status than screens: input that was understood, and cannot be done, is 422. */
const outsideStatus: { readonly [Code in ErrorCode]?: number } = {
  ERR_VALIDATION: 422,
  ERR_EMPTY_MESSAGE: 422,
  ERR_WAPP_INVALID_CONTACT: 422,
};

export const problemStatus = (code: ErrorCode): number => outsideStatus[code] ?? errors[code].status;
export const problemTypeOf = (code: ErrorCode): string => `urn:balcao:problem:${code}`;

/** The statuses that any outside call may be refused with, for the description of the calls. */
export const problemResponses = {
  400: problem.describe('The body cannot be read: broken JSON, a broken form.'),
  401: problem.describe('No token, or one that opens nothing (any more).'),
  402: problem.describe(
    'The subscription of the company has expired: no token opens anything until it is renewed.',
  ),
  403: problem.describe('The token has not the scope for this.'),
  415: problem.describe('The content type of the body is not one that the call takes.'),
  422: problem.describe('Something is not as it must be; `errors` names the fields.'),
  429: problem.describe(
    'Too many calls of the token, or too many messages to one number: `limit`, and the headers `RateLimit-Policy` and `RateLimit`, say which limit was met, `Retry-After` how long to wait.',
  ),
  503: problem.describe('A store is out of reach; `Retry-After` says when to try again.'),
};
