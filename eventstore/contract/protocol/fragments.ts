import { randomUUID } from 'node:crypto';
import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import type { BatchAppendReq, BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import timestampPb from 'google-protobuf/google/protobuf/timestamp_pb.js';
import type { Rig } from './rig.ts';

/** An id as the two 64-bit numbers of the protocol. */
export const twoNumbers = (id: string) => {
  const hex = id.replaceAll('-', '');
  const [high, low] = [hex.slice(0, 16), hex.slice(16)].map(half => BigInt.asIntN(64, BigInt(`0x${half}`)));
  return new sharedPb.UUID.Structured()
    .setMostSignificantBits(String(high))
    .setLeastSignificantBits(String(low));
};

export const identifier = (stream: string) =>
  new sharedPb.StreamIdentifier().setStreamName(Buffer.from(stream).toString('base64'));

export const proposed = (id: InstanceType<typeof sharedPb.UUID>, data = '{}', type = 'Something') => {
  const message = new streamsPb.BatchAppendReq.ProposedMessage().setId(id);
  message.setData(Buffer.from(data).toString('base64'));
  message.getMetadataMap().set('type', type).set('content-type', 'application/json');
  return message;
};

export const textId = (id: string) => new sharedPb.UUID().setString(id);

type Fragment = {
  readonly correlationId: string;
  /** Of the first fragment alone. */
  readonly stream?: string;
  readonly deadline?: Date;
  readonly events?: number;
  readonly type?: string;
  readonly data?: string;
  readonly metadata?: string;
  readonly final?: boolean;
};

/** One message of the shared append call. */
export const fragment = (options: Fragment): BatchAppendReq => {
  const { correlationId, stream, deadline, events = 1, final = true, data, metadata, type } = options;
  const request = new streamsPb.BatchAppendReq().setCorrelationId(textId(correlationId)).setIsFinal(final);
  const messages = Array.from({ length: events }, () => proposed(textId(randomUUID()), data, type));
  for (const message of metadata === undefined ? [] : messages)
    message.setCustomMetadata(Buffer.from(metadata ?? '').toString('base64'));
  request.setProposedMessagesList(messages);
  if (stream === undefined) return request;
  const asked = new streamsPb.BatchAppendReq.Options().setStreamIdentifier(identifier(stream));
  asked.setAny(new sharedPb.Empty());
  asked.setDeadline(timestampPb.Timestamp.fromDate(deadline ?? new Date(Date.now() + 10_000)));
  return request.setOptions(asked);
};

/** An id in either of its forms, as text. */
const idIn = (id: InstanceType<typeof sharedPb.UUID> | undefined): string | undefined => {
  const numbers = id?.getStructured();
  if (!numbers) return id?.getString();
  return [numbers.getMostSignificantBits(), numbers.getLeastSignificantBits()]
    .map(bits => BigInt.asUintN(64, BigInt(bits)).toString(16).padStart(16, '0'))
    .join('')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
};

/** A shared append call of one's own, with its answers in the order of their coming. */
export const openBatch = ({ raw, metadata }: Pick<Rig, 'raw' | 'metadata'>) => {
  const call = raw.batchAppend(metadata);
  const answers: AsyncIterator<BatchAppendResp> = call[Symbol.asyncIterator]();
  const next = async () => {
    const { value, done } = await answers.next();
    if (done) return undefined;
    return {
      correlationId: idIn(value.getCorrelationId()),
      error: value.getError()?.getDetails()?.getTypeName().replace('event_store.client.', ''),
      revision: value.hasSuccess() ? Number(value.getSuccess()?.getCurrentRevision()) : undefined,
    };
  };
  /** Breaks it off, as a server of the vendor never ends a call on which nothing is pending. */
  const leave = async (): Promise<void> => {
    call.cancel();
    await next().catch(() => undefined);
  };
  return { send: (message: BatchAppendReq) => call.write(message), next, end: () => call.end(), leave, call };
};
