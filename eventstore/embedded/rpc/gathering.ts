import type { BatchAppendReq } from '@eventstore/db-client/generated/streams_pb.js';
import { status } from '@grpc/grpc-js';
import { createScales, readExpected, readProposed, readStreamName, type Scales } from '../decoding.ts';
import type { ProposedEvent } from '../log-types.ts';
import { asRefusal, refusal } from '../refusals.ts';
import type { Asked, BatchAnswer } from './batch-answer.ts';

/** An append whose fragments are still coming. */
export type Gathering = {
  readonly asked: Asked;
  /** Milliseconds since 1970. */
  readonly deadline: number;
  /** Why it cannot be begun. */
  readonly refused: BatchAnswer | undefined;
  events: ProposedEvent[];
  timer: NodeJS.Timeout | undefined;
  readonly scales: Scales;
  /** The rest of it, if there is any, is swallowed. */
  answered: boolean;
};

const longestWait = 2 ** 31 - 1;

/** What lies further away than a timer reaches is no deadline. */
const deadlineOf = (options: BatchAppendReq.Options): number => {
  const deadline = options.getDeadline()?.toDate().getTime() ?? Number.POSITIVE_INFINITY;
  return deadline - Date.now() > longestWait ? Number.POSITIVE_INFINITY : deadline;
};

const invalid = (error: unknown): BatchAnswer => ({ kind: 'invalid', message: asRefusal(error).details });

const readOptions = (correlationId: string, options: BatchAppendReq.Options | undefined) => {
  if (!options) throw refusal(status.INVALID_ARGUMENT, 'the first fragment of an append needs options');
  const stream = readStreamName(options.getStreamIdentifier());
  const expected = readExpected(options, options.getStreamPosition());
  return { asked: { correlationId, stream, expected }, deadline: deadlineOf(options), refused: undefined };
};

const readFirst = (correlationId: string, fragment: BatchAppendReq) => {
  try {
    return readOptions(correlationId, fragment.getOptions());
  } catch (error) {
    const asked: Asked = { correlationId, stream: '', expected: 'any' };
    return { asked, deadline: Number.POSITIVE_INFINITY, refused: invalid(error) };
  }
};

/** Starts an append with its first fragment, whose events are not taken yet. */
export const begin = (correlationId: string, fragment: BatchAppendReq): Gathering => ({
  ...readFirst(correlationId, fragment),
  events: [],
  timer: undefined,
  scales: createScales(),
  answered: false,
});

/** Takes a fragment's events; gives the answer when they cannot be taken. */
export const gather = (gathering: Gathering, fragment: BatchAppendReq): BatchAnswer | undefined => {
  try {
    for (const message of fragment.getProposedMessagesList()) {
      const event = readProposed(message);
      if (!gathering.scales.take(event)) return { kind: 'too-large' };
      gathering.events.push(event);
    }
    return undefined;
  } catch (error) {
    return invalid(error);
  }
};
