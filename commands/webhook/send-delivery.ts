import type { Pool } from 'pg';
import { kindOfFailure, outageOf } from '#domain/shared/outage.ts';
import type { PersonKeys } from '#eventstore/person-keys.ts';
import type { Allowed } from '#safe-fetch/destination.ts';
import { FetchRefused } from '#safe-fetch/refusal.ts';
import { firstBytes, safeFetch } from '#safe-fetch/safe-fetch.ts';
import type { PayloadDeps } from './contact-part.ts';
import type { DueDelivery } from './delivery-rows.ts';
import { type Payload, payloadOf } from './payload.ts';
import { type Attempt, timeoutMs, type Unmade } from './retries.ts';
import { retryAfterMs } from './retry-after.ts';
import { type Signing, signingSecrets } from './secrets.ts';
import { signedHeaders } from './signature.ts';

export type SendingDeps = PayloadDeps & {
  readonly pool: Pool;
  readonly keys: Pick<PersonKeys, 'forReading' | 'erasedAmong'>;
  /** What the environment allows besides public addresses. */
  readonly allowed: Allowed;
};

export type Request = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};
export type Sent = Attempt & {
  readonly milliseconds: number;
  readonly answer: string | null;
  readonly persons: readonly string[];
};

/** So much of an answer is kept, as text. */
const keptCharacters = 500;
const userAgent = 'Balcao-Webhooks/1';

/** A delivery cannot be made now, which is no fault of its receiver; its message says nothing personal. */
export class DeliveryUnmade extends Error {
  override readonly name = 'DeliveryUnmade';
  readonly problem: Unmade;

  constructor(problem: Unmade, message: string, options?: ErrorOptions) {
    super(message, options);
    this.problem = problem;
  }
}

/**
 * The request as it would be sent now; undefined where there is nothing to be sent. Throws DeliveryUnmade, and what our own
 * stores throw while they cannot be reached.
 */
export const requestOf = async (
  deps: PayloadDeps & Signing,
  delivery: DueDelivery,
  now: Date,
): Promise<{ readonly request: Request; readonly payload: Payload } | undefined> => {
  const { endpoint, id, companyId } = delivery;
  const payload = await orUnmade('unreadable', payloadOf(deps, delivery, endpoint));
  if (!payload) return undefined;
  const of = { webhookId: endpoint.id, companyId };
  const secrets = await orUnmade('secret', signingSecrets(deps, of, now));
  // A receiver that takes what is not signed takes it from anybody.
  if (secrets.length === 0) throw new DeliveryUnmade('secret', 'the webhook has no secret to sign with');
  const timestamp = Math.floor(now.getTime() / 1_000);
  const headers = {
    'user-agent': userAgent,
    ...signedHeaders({ id, timestamp, body: payload.body }, secrets),
  };
  return { request: { url: endpoint.url, headers, body: payload.body }, payload };
};

/** A failure that another time may not have is thrown as it is. */
const orUnmade = async <Result>(problem: Unmade, work: Promise<Result>): Promise<Result> => {
  try {
    return await work;
  } catch (error) {
    const kind = kindOfFailure(error);
    if (kind === 'outage' || kind === 'race') throw error;
    throw new DeliveryUnmade(problem, outageOf(error).reason, { cause: error });
  }
};

/** Sends a delivery once. Undefined where there is nothing to be sent. Throws as `requestOf` does. */
export const sendDelivery = async (
  deps: SendingDeps,
  delivery: DueDelivery,
  now: Date,
): Promise<Sent | undefined> => {
  const made = await requestOf(deps, delivery, now);
  if (!made) return undefined;
  const began = performance.now();
  const answered = await post(made.request, deps.allowed, now);
  const milliseconds = Math.round(performance.now() - began);
  const { persons } = made.payload;
  return { ...answered, answer: await keptAnswer(deps, answered.answer, persons), milliseconds, persons };
};

/**
 * Nothing of an answer is kept where somebody whom the delivery concerns was erased, however late it comes: it may repeat
 * what its system knows of them. An erasure in this very moment takes it along when it purges again.
 */
const keptAnswer = async (
  { keys }: Pick<SendingDeps, 'keys'>,
  answer: string | null,
  persons: readonly string[],
): Promise<string | null> => {
  if (!answer) return answer;
  // It was sent: that it cannot be asked now is no reason to send it again.
  const isKept = await keys.erasedAmong(persons).then(
    erased => erased.length === 0,
    () => false,
  );
  return isKept ? answer : null;
};

const post = async (
  { url, headers, body }: Request,
  allowed: Allowed,
  now: Date,
): Promise<Attempt & { readonly answer: string | null }> => {
  const most = keptCharacters * 4;
  try {
    const options = { method: 'POST', headers, body, timeoutMs, allowed, maxBytes: 100_000 } as const;
    const answer = await safeFetch(url, options);
    const text = (await firstBytes(answer.body, most)).toString('utf8');
    const asked = retryAfterMs(answer.headers['retry-after'], now);
    return { answered: answer.status, problem: null, retryAfterMs: asked, answer: readable(text) };
  } catch (error) {
    if (!(error instanceof FetchRefused)) throw error;
    return { answered: null, problem: error.problem, answer: null };
  }
};

/** Postgres keeps no NUL, and nobody reads the other control characters. */
const readable = (text: string): string =>
  Array.from(text)
    .filter(character => character >= ' ' || character === '\n' || character === '\t')
    .slice(0, keptCharacters)
    .join('');
