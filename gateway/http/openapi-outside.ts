import { z } from 'zod';
import { outsideExamples, problemExample } from '#contracts/outside-examples.ts';
import { sendOutsideForm } from '#contracts/outside-messages.ts';
import { problemType } from '#contracts/problems.ts';
import { composed, type Schema, type Schemas } from './openapi-example.ts';
import type { Content, Operation } from './openapi-paths.ts';
import { typicalRefusals } from './openapi-refusals.ts';
import { type Words, webhookWords } from './openapi-webhooks.ts';

type Examples = Readonly<Record<string, { readonly summary: string; readonly value: unknown }>>;
type Told = Words & {
  readonly asked?: Examples;
  /** What it takes as `multipart/form-data`, beside JSON. */
  readonly form?: Schema;
  readonly answered?: Examples;
  /** It answers the bytes of a file, and what that is in a few words. */
  readonly file?: string;
};

const one = (summary: string, value: unknown): Examples => ({ example: { summary, value } });

const files = z.array(z.file()).optional().meta({ description: 'Files; the field may come several times.' });
const sendForm = z.toJSONSchema(sendOutsideForm.extend({ medias: files }), {
  ...{ io: 'input', unrepresentable: 'any' },
  // What generators of clients make a text of.
  override: ({ jsonSchema }) => void delete jsonSchema.contentEncoding,
}) as Schema;

/** What is said of the calls besides their schemas, by method and path; the description has them in this order. */
const told: Readonly<Record<string, Told>> = {
  'POST /api/messages/send': {
    operationId: 'sendMessage',
    summary: 'Send a text or files',
    description:
      'The message is written down and goes out as soon as its connection can: 202 answers its id, by which `getMessage` tells its state. The number of somebody new is checked first, and refused with 422 and `ERR_WAPP_INVALID_CONTACT` when nobody on WhatsApp has it. That of a contact is not checked again, nor any other while no connection answers: the call is answered 202, and the message becomes `failed` with that code. With an `Idempotency-Key` the same call may be made again for 24 hours, and one message is sent.',
    asked: {
      text: { summary: 'A text', value: outsideExamples.text },
      file: { summary: 'A file by its address', value: outsideExamples.file },
    },
    form: sendForm,
    answered: one('Written down', outsideExamples.accepted),
  },
  'POST /api/messages/send/files': {
    operationId: 'sendFiles',
    summary: 'Send files that come with the call',
    description:
      'As `sendMessage` with a form, each file a message of its own: `body` stands below the first. `sendMessage` takes such a form as well; it is a call of its own for clients that send each call in one way.',
    form: sendForm,
    answered: one('Written down', outsideExamples.accepted),
  },
  'GET /api/messages/{id}': {
    operationId: 'getMessage',
    summary: 'What became of a message',
    description:
      "Its state and when it came to each: of any message of the company whose id is known, sent or received, by the calls, by people or on the phone. A connection's token reads the messages of that connection.",
    answered: one('Delivered, not read yet', outsideExamples.message),
  },
  'GET /api/messages': {
    operationId: 'listMessages',
    summary: 'Messages that were sent by these calls',
    description:
      "The newest first. The next page is asked for with `cursor`, the last answer's `nextCursor`.",
    answered: one('One page', outsideExamples.page),
  },
  'GET /api/messages/{id}/content': {
    operationId: 'getMessageContent',
    summary: 'What a message says',
    description:
      "Any message of the company, received or sent, as full webhooks have it: text, file and contact. A connection's token reads the messages of that connection.",
    answered: {
      text: { summary: 'A text that was received', value: outsideExamples.received },
      file: { summary: 'A file that was received', value: outsideExamples.receivedFile },
    },
  },
  'GET /api/messages/{id}/media': {
    operationId: 'getMessageMedia',
    summary: 'The file of a message',
    description:
      'Its bytes, as `message.media.path` of webhooks and of `getMessageContent` names them; parts with `Range`. The file of a message that has just been received may still be on its way: 404 then says in `Retry-After` when to ask again. Images, sounds and films come with their type, everything else as `application/octet-stream`, to be kept.',
    file: 'The file, in the type of its bytes',
  },
  ...webhookWords,
};

const bytes = { '*/*': { schema: { type: 'string', format: 'binary' } } };
const fileAnswers = (description: string): Operation['responses'] => ({
  200: { description, content: bytes },
  206: { description: 'The part that `Range` asked for', content: bytes },
  304: { description: 'It is what `If-None-Match` names' },
  416: { description: 'The file has no such part' },
});

const order = Object.keys(told);
/** Where an operation stands in the description: what programs call comes first. */
export const rankOf = (place: string): number => {
  const rank = order.indexOf(place);
  return rank < 0 ? order.length : rank;
};

/** Whether programs may make the call with a token. */
export const isForTokens = ({ security }: Operation): boolean =>
  security?.some(way => !('session' in way) && Object.keys(way).length > 0) ?? false;

/** The operation with what is said of it, and an example of whatever it takes and answers as JSON. */
export const toldOf = (place: string, operation: Operation, schemas: Schemas): Operation => {
  const { asked, form, answered, file: bytesOf, ...words }: Partial<Told> = told[place] ?? {};
  const { requestBody, responses } = operation;
  const content = (requestBody || form) && {
    ...shown(requestBody?.content ?? {}, asked, schemas),
    ...(form ? { 'multipart/form-data': { schema: form } } : {}),
  };
  return {
    ...operation,
    ...words,
    ...(content ? { requestBody: { ...requestBody, ...(form ? { required: true } : {}), content } } : {}),
    responses: {
      ...(bytesOf ? fileAnswers(bytesOf) : {}),
      ...Object.fromEntries(
        Object.entries(responses).map(([status, answer]) => {
          if (!answer.content) return [status, answer];
          const [{ summary: description = 'Done' } = {}] = Object.values(answered ?? {});
          if (status.startsWith('2'))
            return [status, { ...answer, description, content: shown(answer.content, answered, schemas) }];
          const code = typicalRefusals[place]?.[Number(status)];
          const path = place.slice(place.indexOf('/'));
          const refused = one('Refused', problemExample(Number(status), code, path));
          return [status, { ...answer, content: asProblem(shown(answer.content, refused, schemas)) }];
        }),
      ),
    },
  };
};

const shown = (content: Content, examples: Examples | undefined, schemas: Schemas): Content =>
  Object.fromEntries(
    Object.entries(content).map(([type, { schema: given, ...media }]) => {
      const schema = withoutNull(given);
      if (!/json$/.test(type)) return [type, { ...media, schema }];
      const all = examples ?? one('An example', composed(schema, schemas));
      return [type, { ...media, schema, examples: all }];
    }),
  );

/** A body that may be missing, since a form stands in its place. */
const withoutNull = (schema: Schema): Schema => {
  const [only, ...others] = schema.anyOf?.filter(({ type }) => type !== 'null') ?? [];
  return only && others.length === 0 ? only : schema;
};

const asProblem = (content: Content): Content => {
  const { 'application/json': json, ...others } = content;
  return json ? { ...others, [problemType]: json } : content;
};
