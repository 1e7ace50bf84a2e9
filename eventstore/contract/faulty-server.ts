import featuresGrpc from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import type { SupportedMethods } from '@eventstore/db-client/generated/serverfeatures_pb.js';
import type { Empty, UUID } from '@eventstore/db-client/generated/shared_pb.js';
import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import streamsGrpc from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type { BatchAppendReq, BatchAppendResp, ReadReq } from '@eventstore/db-client/generated/streams_pb.js';
import {
  Server,
  ServerCredentials,
  type ServerDuplexStream,
  type ServerUnaryCall,
  type ServerWritableStream,
  type sendUnaryData,
  status,
} from '@grpc/grpc-js';
import { readExpected, readId, readStreamName } from '../embedded/decoding.ts';
import { encodeCaughtUp, encodeCheckpoint, encodeConfirmation, encodeEvent } from '../embedded/encoding.ts';
import { type Refusal, refusal } from '../embedded/refusals.ts';
import { type BatchAnswer, batchResponse } from '../embedded/rpc/batch-answer.ts';
import { handleServerFeatures } from '../embedded/rpc/server-features.ts';

/** One subscription, as the server sees it. */
export type Subscriber = {
  /** Where it wants to go on; undefined is from the start. */
  readonly after: number | undefined;
  /** Answers false when the line is full. */
  readonly event: (index: number) => boolean;
  /** On an event, or in front of one when `prepare` is smaller. */
  readonly checkpoint: (commit: number, prepare?: number) => void;
  readonly caughtUp: () => void;
  readonly drained: () => Promise<void>;
  readonly gone: () => boolean;
  readonly refuse: (refusal: Refusal) => void;
  /** As if all were well. */
  readonly end: () => void;
};

type Answer = BatchAnswer | Refusal | 'end';

export type Behaviour = {
  readonly subscribe?: (subscriber: Subscriber) => void | Promise<void>;
  /** The newest event, for who asks where the log ends; with a fraction its position is none of the embedded node. */
  readonly newest?: number;
  /** The last event in front of a position, for who asks what stands before a border. */
  readonly before?: (position: number) => number | Refusal;
  /** An answer to the append, or how the call that all appends share ends: `end` as if all were well. */
  readonly append?: () => Answer | Promise<Answer>;
  /** As some servers answer: ids not as text. */
  readonly idsAsNumbers?: boolean;
  /** How the question for the server's features ends; undefined answers it. */
  readonly features?: () => Refusal | undefined;
};

export type FaultyServer = { readonly url: string; readonly port: number; readonly close: () => void };

export const stream = 'claim-0b5f5b0e-2a0a-4c54-8b8e-0d6a3f9ad001.one';
export const positionOf = (index: number): number => (index + 1) * 128;

const ownerId = '0b5f5b0e-2a0a-4c54-8b8e-0d6a3f9ad002';
const data = Buffer.from(JSON.stringify({ kind: 'queue-color', ownerId }));
const metadata = Buffer.from(
  JSON.stringify({
    companyId: '0b5f5b0e-2a0a-4c54-8b8e-0d6a3f9ad001',
    actor: { kind: 'system' },
    at: '2026-01-02T03:04:05.678Z',
    commandId: ownerId,
  }),
);

const eventAt = (index: number): Buffer =>
  encodeEvent(
    {
      ...{
        place: index + 1,
        stream,
        revision: Math.floor(index),
        type: 'KeyClaimed',
        isJson: true,
        data,
        metadata,
      },
      id: `00000000-0000-4000-8000-${Math.floor(index).toString(16).padStart(12, '0')}`,
      created: 0,
    },
    'text',
  );

type ReadCall = ServerWritableStream<ReadReq, Buffer>;

const subscriberOf = (call: ReadCall): Subscriber => {
  const at = call.request.getOptions()?.getAll();
  let gone = false;
  call.on('cancelled', () => {
    gone = true;
  });
  return {
    after: at?.hasPosition() ? Number(at.getPosition()?.getCommitPosition()) : undefined,
    event: index => call.write(eventAt(index)),
    checkpoint: (commit, prepare = commit) => call.write(encodeCheckpoint({ commit, prepare })),
    caughtUp: () => call.write(encodeCaughtUp()),
    drained: () =>
      new Promise(resolve => {
        const done = () => {
          call.off('drain', done);
          call.off('cancelled', done);
          resolve();
        };
        call.on('drain', done);
        call.on('cancelled', done);
      }),
    gone: () => gone,
    refuse: why => call.emit('error', why),
    end: () => call.end(),
  };
};

const answerRead = ({ before, newest = 1_000_000 }: Behaviour, call: ReadCall): void => {
  const at = call.request.getOptions()?.getAll();
  const answer = before && at?.hasPosition() ? before(Number(at.getPosition()?.getCommitPosition())) : newest;
  if (typeof answer !== 'number') return void call.emit('error', answer);
  call.write(eventAt(answer));
  call.end();
};

const unexpected = refusal(status.INTERNAL, 'nobody expected this call');

const asNumbers = (id: string): UUID => {
  const hex = id.replaceAll('-', '');
  const [most = '', least = ''] = [hex.slice(0, 16), hex.slice(16)].map(half =>
    BigInt.asIntN(64, BigInt(`0x${half}`)).toString(),
  );
  const halves = new sharedPb.UUID.Structured().setMostSignificantBits(most).setLeastSignificantBits(least);
  return new sharedPb.UUID().setStructured(halves);
};

type AppendCall = ServerDuplexStream<BatchAppendReq, BatchAppendResp>;

const handleAppends =
  (behaviour: Behaviour) =>
  (call: AppendCall): void => {
    const answer = (request: BatchAppendReq, outcome: Answer): void => {
      if (outcome === 'end') return void call.end();
      if ('code' in outcome) return void call.emit('error', outcome);
      const options = request.getOptions();
      const asked = {
        correlationId: readId(request.getCorrelationId()),
        stream: readStreamName(options?.getStreamIdentifier()),
        expected: options ? readExpected(options, options.getStreamPosition()) : ('any' as const),
      };
      const response = batchResponse(outcome, asked);
      if (behaviour.idsAsNumbers) response.setCorrelationId(asNumbers(asked.correlationId));
      call.write(response);
    };
    call.on('data', (request: BatchAppendReq) => {
      Promise.resolve(behaviour.append?.() ?? unexpected).then(
        outcome => answer(request, outcome),
        () => answer(request, unexpected),
      );
    });
    call.on('end', () => call.end());
  };

/** A server that speaks the protocol and answers with whatever fault a test is about. */
export const startFaultyServer = async (behaviour: Behaviour): Promise<FaultyServer> => {
  const server = new Server({ 'grpc.so_reuseport': 0 });
  const { StreamsService } = streamsGrpc;
  const read = { ...StreamsService.read, responseSerialize: (encoded: Buffer) => encoded };
  server.addService(
    { ...StreamsService, read },
    {
      read: (call: ReadCall) => {
        if (!behaviour.subscribe) return call.emit('error', unexpected);
        if (!call.request.getOptions()?.hasSubscription()) return answerRead(behaviour, call);
        call.write(encodeConfirmation('one'));
        return behaviour.subscribe(subscriberOf(call));
      },
      batchAppend: handleAppends(behaviour),
    },
  );
  server.addService(featuresGrpc.ServerFeaturesService, {
    getSupportedMethods: (
      call: ServerUnaryCall<Empty, SupportedMethods>,
      respond: sendUnaryData<SupportedMethods>,
    ) => {
      const refused = behaviour.features?.();
      if (refused) respond(refused);
      else handleServerFeatures(call, respond);
    },
  });
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    );
  });
  return { url: `esdb://127.0.0.1:${port}?tls=false`, port, close: () => server.forceShutdown() };
};
