import { outsideExamples, problemExample } from '#contracts/outside-examples.ts';
import { composed, type Schemas } from './openapi-example.ts';
import type { Content, Operation } from './openapi-paths.ts';

type Examples = Readonly<Record<string, { readonly summary: string; readonly value: unknown }>>;
type Told = {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly asked?: Examples;
  readonly answered: Examples;
};

const one = (summary: string, value: unknown): Examples => ({ example: { summary, value } });

/** What is said of the calls about messages besides their schemas, by method and path. */
const told: Readonly<Record<string, Told>> = {
  'POST /api/messages/send': {
    operationId: 'sendMessage',
    summary: 'Send a text or files',
    description:
      'The message is written down and goes out as soon as its connection can: 202 answers its id, by which `getMessage` tells its state. With an `Idempotency-Key` the same call may be made again for 24 hours, and one message is sent.',
    asked: {
      text: { summary: 'A text', value: outsideExamples.text },
      file: { summary: 'A file by its address', value: outsideExamples.file },
    },
    answered: one('Written down', outsideExamples.accepted),
  },
  'GET /api/messages/{id}': {
    operationId: 'getMessage',
    summary: 'What became of a message',
    description: 'Its state and when it came to each.',
    answered: one('Delivered, not read yet', outsideExamples.message),
  },
  'GET /api/messages': {
    operationId: 'listMessages',
    summary: 'Messages that were sent by these calls',
    description:
      "The newest first. The next page is asked for with `cursor`, the last answer's `nextCursor`.",
    answered: one('One page', outsideExamples.page),
  },
};

/** Whether programs may make the call with a token. */
export const isForTokens = ({ security }: Operation): boolean =>
  security?.some(way => !('session' in way) && Object.keys(way).length > 0) ?? false;

/** The operation with what is said of it, and an example of whatever it takes and answers as JSON. */
export const toldOf = (place: string, operation: Operation, schemas: Schemas): Operation => {
  const { asked, answered, ...words }: Partial<Told> = told[place] ?? {};
  const { requestBody, responses } = operation;
  return {
    ...operation,
    ...words,
    ...(requestBody
      ? { requestBody: { ...requestBody, content: shown(requestBody.content, asked, schemas) } }
      : {}),
    responses: Object.fromEntries(
      Object.entries(responses).map(([status, answer]) => {
        if (!answer.content) return [status, answer];
        const isGood = status.startsWith('2');
        const examples = isGood ? answered : one('Refused', problemExample(Number(status)));
        return [status, { ...answer, content: shown(answer.content, examples, schemas) }];
      }),
    ),
  };
};

const shown = (content: Content, examples: Examples | undefined, schemas: Schemas): Content =>
  Object.fromEntries(
    Object.entries(content).map(([type, media]) => {
      if (!/json$/.test(type)) return [type, media];
      return [type, { ...media, examples: examples ?? one('An example', composed(media.schema, schemas)) }];
    }),
  );
