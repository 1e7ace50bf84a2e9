import type { BatchAppendReq, BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import { type ServerDuplexStream, status } from '@grpc/grpc-js';
import { largestAppend, readExpected, readId, readProposed, readStreamName } from '../decoding.ts';
import type { ProposedEvent } from '../log-types.ts';
import type { Node } from '../node.ts';
import { asRefusal, refusal } from '../refusals.ts';
import { type Asked, type BatchAnswer, batchResponse } from './batch-answer.ts';

type Call = ServerDuplexStream<BatchAppendReq, BatchAppendResp>;

/** An append whose fragments are still coming. */
type Gathering = {
  readonly asked: Asked;
  readonly deadline: number;
  readonly events: ProposedEvent[];
  readonly timer: NodeJS.Timeout | undefined;
  bytes: number;
  /** Answered before its last fragment: the rest is swallowed. */
  answered: boolean;
};

const longestTimer = 2 ** 31 - 1;

const deadlineOf = (options: BatchAppendReq.Options): number => {
  const deadline = options.getDeadline();
  return deadline ? deadline.toDate().getTime() : Number.POSITIVE_INFINITY;
};

/**
 * Many appends over one call, each in one or more fragments under its own correlation id, each answered exactly
 * once. The call itself has no deadline: every append brings its own.
 */
export const handleBatchAppend =
  (node: Node) =>
  (call: Call): void => {
    const gatherings = new Map<string, Gathering>();
    let ended = false;

    const answer = (asked: Asked, outcome: BatchAnswer): void => {
      if (!ended) call.write(batchResponse(outcome, asked));
    };

    const settle = (gathering: Gathering, outcome: BatchAnswer): void => {
      if (gathering.answered) return;
      gathering.answered = true;
      clearTimeout(gathering.timer);
      answer(gathering.asked, outcome);
    };

    const begin = (
      correlationId: string,
      options: BatchAppendReq.Options | undefined,
      isFinal: boolean,
    ): Gathering => {
      if (!options) throw refusal(status.INVALID_ARGUMENT, 'the first fragment of an append needs options');
      const stream = readStreamName(options.getStreamIdentifier());
      const expected = readExpected(options, options.getStreamPosition());
      const deadline = deadlineOf(options);
      const wait = Math.max(0, deadline - Date.now());
      const timer =
        isFinal || wait > longestTimer
          ? undefined
          : setTimeout(() => settle(gathering, { kind: 'late' }), wait);
      const asked = { correlationId, stream, expected };
      const gathering: Gathering = { asked, deadline, events: [], timer, bytes: 0, answered: false };
      return gathering;
    };

    const gather = (gathering: Gathering, fragment: BatchAppendReq): void => {
      try {
        for (const message of fragment.getProposedMessagesList()) {
          const event = readProposed(message);
          gathering.bytes += event.data.length;
          if (gathering.bytes > largestAppend) {
            settle(gathering, { kind: 'too-large' });
            return;
          }
          gathering.events.push(event);
        }
      } catch (error) {
        settle(gathering, { kind: 'invalid', message: asRefusal(error).details });
      }
    };

    const submit = (gathering: Gathering): void => {
      clearTimeout(gathering.timer);
      gathering.answered = true;
      const { asked, events, deadline } = gathering;
      const { stream, expected } = asked;
      node.writer.submit({ kind: 'append', stream, expected, events, deadline }, outcome =>
        answer(asked, outcome),
      );
    };

    const take = (fragment: BatchAppendReq): void => {
      const correlationId = readId(fragment.getCorrelationId());
      const isFinal = fragment.getIsFinal();
      const gathering = gatherings.get(correlationId) ?? begin(correlationId, fragment.getOptions(), isFinal);
      if (isFinal) gatherings.delete(correlationId);
      else gatherings.set(correlationId, gathering);
      if (!gathering.answered) gather(gathering, fragment);
      if (isFinal && !gathering.answered) submit(gathering);
    };

    const end = (): void => {
      ended = true;
      node.stopping.signal.removeEventListener('abort', stop);
      for (const { timer } of gatherings.values()) clearTimeout(timer);
      gatherings.clear();
    };

    /** An orderly end would leave the client's promises pending for ever. */
    const stop = (): void => {
      if (ended) return;
      end();
      call.emit('error', refusal(status.CANCELLED, 'the event store is shutting down'));
    };

    call.on('data', (fragment: BatchAppendReq) => {
      if (ended) return;
      try {
        take(fragment);
      } catch (error) {
        end();
        call.emit('error', asRefusal(error));
      }
    });
    call.on('end', () => {
      if (ended) return;
      end();
      call.end();
    });
    call.on('cancelled', end);
    call.on('error', end);
    node.stopping.signal.addEventListener('abort', stop);
    if (node.stopping.signal.aborted) stop();
  };
