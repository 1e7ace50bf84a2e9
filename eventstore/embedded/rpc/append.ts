import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import type { AppendReq, AppendResp as AppendResponse } from '@eventstore/db-client/generated/streams_pb.js';
import streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import { type ServerReadableStream, type sendUnaryData, status } from '@grpc/grpc-js';
import { createScales, largestAppend, readExpected, readProposed, readStreamName } from '../decoding.ts';
import type { Expected, ProposedEvent } from '../log-types.ts';
import type { Node } from '../node.ts';
import { asRefusal, refusal, refusalFor, shuttingDown, tooLarge } from '../refusals.ts';
import type { Answer } from '../transaction.ts';

const { AppendResp } = streamsPb;
const { Empty } = sharedPb;

const success = ({ revision, position: at }: Extract<Answer, { kind: 'done' }>): AppendResponse => {
  const done = new AppendResp.Success();
  if (revision < 0) done.setNoStream(new Empty());
  else done.setCurrentRevision(String(revision));
  if (at === undefined) done.setNoPosition(new Empty());
  else {
    const position = new AppendResp.Position();
    position.setCommitPosition(String(at));
    position.setPreparePosition(String(at));
    done.setPosition(position);
  }
  return new AppendResp().setSuccess(done);
};

const wrongVersion = (expected: Expected, actual: number): AppendResponse => {
  const wrong = new AppendResp.WrongExpectedVersion();
  if (actual < 0) wrong.setCurrentNoStream(new Empty());
  else wrong.setCurrentRevision(String(actual));
  if (expected === 'any') wrong.setExpectedAny(new Empty());
  else if (expected === 'no-stream') wrong.setExpectedNoStream(new Empty());
  else if (expected === 'stream-exists') wrong.setExpectedStreamExists(new Empty());
  else wrong.setExpectedRevision(String(expected));
  return new AppendResp().setWrongExpectedVersion(wrong);
};

/** One append as a stream of messages: options first, then one event each. */
export const handleAppend =
  (node: Node) =>
  (call: ServerReadableStream<AppendReq, AppendResponse>, respond: sendUnaryData<AppendResponse>): void => {
    let target: { stream: string; expected: Expected } | undefined;
    const scales = createScales();
    let over = false;
    const events: ProposedEvent[] = [];

    const leave = (): void => {
      over = true;
      node.stopping.signal.removeEventListener('abort', stop);
    };
    const refuse = (error: unknown): void => {
      if (over) return;
      leave();
      respond(asRefusal(error));
    };
    const stop = (): void => refuse(shuttingDown());

    const take = (message: AppendReq): void => {
      const options = message.getOptions();
      if (options) {
        const stream = readStreamName(options.getStreamIdentifier());
        target = { stream, expected: readExpected(options, options.getRevision()) };
      }
      const proposed = message.getProposedMessage();
      if (!proposed) return;
      const event = readProposed(proposed);
      if (!scales.take(event)) throw tooLarge(largestAppend);
      events.push(event);
    };

    call.on('data', (message: AppendReq) => {
      if (over) return;
      try {
        take(message);
      } catch (error) {
        refuse(error);
      }
    });
    call.on('error', refuse);
    call.on('cancelled', leave);
    node.stopping.signal.addEventListener('abort', stop);
    call.on('end', () => {
      if (over) return;
      const asked = target;
      if (!asked) return refuse(refusal(status.INVALID_ARGUMENT, 'an append needs options'));
      leave();
      const deadline = Number(call.getDeadline());
      node.submit({ kind: 'append', ...asked, events, deadline }, answer => {
        if (answer.kind === 'done') respond(null, success(answer));
        else if (answer.kind === 'wrong') respond(null, wrongVersion(asked.expected, answer.actual));
        else respond(refusalFor(answer, asked));
      });
    });
  };
