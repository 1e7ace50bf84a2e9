import { randomUUID } from 'node:crypto';
import { type JSONEventData, jsonEvent } from '@eventstore/db-client';
import { encodeEvent } from '../embedded/encoding.ts';

const owner = randomUUID();
const text = 'Bom dia, o pedido de ontem já saiu para entrega? Preciso dele até as 15 h. '.repeat(3);

/** As large as what the product writes for a message. */
export const sample = (): JSONEventData =>
  jsonEvent({
    id: randomUUID(),
    type: 'MessageReceived',
    data: { messageId: owner, ticketId: owner, contactId: owner, body: text, kind: 'text' },
    metadata: {
      companyId: owner,
      actor: { kind: 'user', id: owner },
      at: '2026-01-02T03:04:05.678Z',
      commandId: owner,
      $correlationId: owner,
    },
  });

export const samples = (count: number): JSONEventData[] => Array.from({ length: count }, sample);

export const newStream = (): string => `message-${owner}.${randomUUID()}`;

const bytes = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value));

/** What one such event takes on its way to a reader. */
export const messageSize = (): number => {
  const { id, type, data, metadata } = sample();
  const place = { place: 1_000_000, stream: newStream(), revision: 10, created: Date.now() };
  const body = { id, type, isJson: true, data: bytes(data), metadata: bytes(metadata) };
  return encodeEvent({ ...place, ...body }, 'text').length;
};
