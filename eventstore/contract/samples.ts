import { randomUUID } from 'node:crypto';
import { type StreamName, streamName } from '#domain/shared/stream.ts';
import { eventId } from '../event-id.ts';
import type { ToAppend } from '../types.ts';

/** A tenant of its own, so that runs against a store with a past do not meet. */
export const createSamples = () => {
  const companyId = randomUUID();
  const ownerId = randomUUID();
  const commandId = randomUUID();

  const claim = (index: number, stream: StreamName): ToAppend => ({
    id: eventId(stream, commandId, index),
    persons: [],
    event: { type: 'KeyClaimed', data: { kind: 'queue-color', ownerId } },
    metadata: {
      companyId,
      actor: { kind: 'user', id: ownerId },
      at: '2026-01-02T03:04:05.678Z',
      commandId,
      $correlationId: commandId,
    },
  });

  const read = (index: number, stream: StreamName): ToAppend => ({
    ...claim(index, stream),
    event: { type: 'MessageRead', data: { messageId: ownerId } },
  });

  return {
    companyId,
    claim,
    read,
    claimStream: (): StreamName => streamName('claim', companyId, randomUUID()),
    messageStream: (): StreamName => streamName('message', companyId, randomUUID()),
    claims: (stream: StreamName, count: number, from = 0): ToAppend[] =>
      Array.from({ length: count }, (_, index) => claim(from + index, stream)),
  };
};
