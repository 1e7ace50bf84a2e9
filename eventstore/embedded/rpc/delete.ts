import type { StreamIdentifier } from '@eventstore/db-client/generated/shared_pb.js';
import type {
  DeleteReq,
  DeleteResp,
  TombstoneReq,
  TombstoneResp,
} from '@eventstore/db-client/generated/streams_pb.js';
import streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import { type ServerUnaryCall, type sendUnaryData, status } from '@grpc/grpc-js';
import { readExpected, readStreamName } from '../decoding.ts';
import type { Node } from '../node.ts';
import { asRefusal, refusal, refusalFor } from '../refusals.ts';

type Options = {
  getStreamIdentifier(): StreamIdentifier | undefined;
  getRevision(): string;
  hasNoStream(): boolean;
  hasAny(): boolean;
  hasStreamExists(): boolean;
};

type Removal = { readonly kind: 'delete' | 'tombstone'; readonly deadline: number };
type Settled = (error: Error | null, position?: string) => void;

const remove = (
  node: Node,
  options: Options | undefined,
  { kind, deadline }: Removal,
  settled: Settled,
): void => {
  try {
    if (!options) throw refusal(status.INVALID_ARGUMENT, `a ${kind} needs options`);
    const stream = readStreamName(options.getStreamIdentifier());
    const expected = readExpected(options, options.getRevision());
    node.submit({ kind, stream, expected, events: [], deadline }, answer => {
      if (answer.kind === 'done') settled(null, String(answer.position ?? 0));
      else settled(refusalFor(answer, { stream, expected }));
    });
  } catch (error) {
    settled(asRefusal(error));
  }
};

/** Hides a stream's events; it can be written anew. */
export const handleDelete =
  (node: Node) =>
  (call: ServerUnaryCall<DeleteReq, DeleteResp>, respond: sendUnaryData<DeleteResp>): void => {
    const removal: Removal = { kind: 'delete', deadline: Number(call.getDeadline()) };
    remove(node, call.request.getOptions(), removal, (error, at = '0') => {
      if (error) return respond(error);
      const position = new streamsPb.DeleteResp.Position().setCommitPosition(at).setPreparePosition(at);
      respond(null, new streamsPb.DeleteResp().setPosition(position));
    });
  };

/** Ends a stream for good. */
export const handleTombstone =
  (node: Node) =>
  (call: ServerUnaryCall<TombstoneReq, TombstoneResp>, respond: sendUnaryData<TombstoneResp>): void => {
    const removal: Removal = { kind: 'tombstone', deadline: Number(call.getDeadline()) };
    remove(node, call.request.getOptions(), removal, (error, at = '0') => {
      if (error) return respond(error);
      const position = new streamsPb.TombstoneResp.Position().setCommitPosition(at).setPreparePosition(at);
      respond(null, new streamsPb.TombstoneResp().setPosition(position));
    });
  };
