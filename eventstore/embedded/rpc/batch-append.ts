import type { BatchAppendReq, BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { ServerDuplexStream } from '@grpc/grpc-js';
import { readId } from '../decoding.ts';
import type { Node } from '../node.ts';
import { asRefusal, brokenOff } from '../refusals.ts';
import { type Asked, type BatchAnswer, batchResponse } from './batch-answer.ts';
import { begin, type Gathering, gather } from './gathering.ts';

type Call = ServerDuplexStream<BatchAppendReq, BatchAppendResp>;

/** Unfinished appends of one call, at most, and what they may hold together. */
const mostUnfinished = 64;
const mostHeld = 64 * 1024 * 1024;

/** Writes answers to a call, and takes no more from it while it does not read them. */
const createReplies = (call: Call) => (asked: Asked, outcome: BatchAnswer) => {
  if (call.write(batchResponse(outcome, asked)) || call.isPaused()) return;
  call.pause();
  call.once('drain', () => call.resume());
};

/**
 * Many appends over one call, each in one or more fragments under its own correlation id, each answered exactly
 * once. The call itself has no deadline: every append brings its own. What is wrong with one append is answered
 * to that one alone.
 */
export const handleBatchAppend =
  (node: Node) =>
  (call: Call): void => {
    const gatherings = new Map<string, Gathering>();
    const reply = createReplies(call);
    let submitted = 0;
    let complete = false;
    let ended = false;

    const settle = (gathering: Gathering, outcome: BatchAnswer): void => {
      if (gathering.answered || ended) return;
      gathering.answered = true;
      gathering.events = [];
      clearTimeout(gathering.timer);
      reply(gathering.asked, outcome);
    };

    const submit = (gathering: Gathering): void => {
      clearTimeout(gathering.timer);
      submitted += 1;
      const { asked, events, deadline } = gathering;
      const { stream, expected } = asked;
      node.submit({ kind: 'append', stream, expected, events, deadline }, outcome => {
        submitted -= 1;
        settle(gathering, outcome);
        finish();
      });
    };

    const open = (correlationId: string, fragment: BatchAppendReq): Gathering => {
      const gathering = begin(correlationId, fragment);
      if (gathering.refused) settle(gathering, gathering.refused);
      else if (gatherings.size >= mostUnfinished) {
        settle(gathering, { kind: 'invalid', message: `more than ${mostUnfinished} appends are unfinished` });
      }
      const wait = Math.max(0, gathering.deadline - Date.now());
      if (gathering.answered || fragment.getIsFinal() || !Number.isFinite(wait)) return gathering;
      gathering.timer = setTimeout(() => settle(gathering, { kind: 'late' }), wait);
      return gathering;
    };

    const tooMuch = (): BatchAnswer | undefined => {
      const held = [...gatherings.values()].reduce(
        (sum, { answered, scales }) => sum + (answered ? 0 : scales.held()),
        0,
      );
      const message = `unfinished appends hold more than ${mostHeld} bytes`;
      return held > mostHeld ? { kind: 'invalid', message } : undefined;
    };

    const take = (fragment: BatchAppendReq): void => {
      const correlationId = readId(fragment.getCorrelationId());
      const isFinal = fragment.getIsFinal();
      const gathering = gatherings.get(correlationId) ?? open(correlationId, fragment);
      if (isFinal) gatherings.delete(correlationId);
      else if (gatherings.size < mostUnfinished) gatherings.set(correlationId, gathering);
      if (gathering.answered) return;
      const wrong = gather(gathering, fragment) ?? (isFinal ? undefined : tooMuch());
      if (wrong) settle(gathering, wrong);
      else if (isFinal) submit(gathering);
    };

    const end = (): void => {
      ended = true;
      node.stopping.signal.removeEventListener('abort', stop);
      for (const { timer } of gatherings.values()) clearTimeout(timer);
      gatherings.clear();
    };

    /** After the last fragment and the last answer. */
    const finish = (): void => {
      if (ended || !complete || submitted > 0) return;
      end();
      call.end();
    };

    const breakOff = (error: unknown): void => {
      if (ended) return;
      end();
      call.emit('error', asRefusal(error));
    };

    /** An orderly end would leave the client's promises pending for ever. */
    const stop = (): void => breakOff(brokenOff());

    call.on('data', (fragment: BatchAppendReq) => {
      if (ended) return;
      try {
        take(fragment);
      } catch (error) {
        // Without a correlation id there is nobody to answer to.
        breakOff(error);
      }
    });
    call.on('end', () => {
      complete = true;
      finish();
    });
    call.on('cancelled', end);
    call.on('error', end);
    node.stopping.signal.addEventListener('abort', stop);
    if (node.stopping.signal.aborted) stop();
  };
