import { describe, expect, it } from 'vitest';
import { checksumOfEvent, checksumOfPiece, checksumOfStream } from './checksum.ts';
import type { LoggedEvent, StreamRow } from './log-types.ts';

const event: LoggedEvent = {
  place: 4_294_967_301,
  stream: 'ticket-0190c0de.ção',
  revision: 3,
  id: '0190c0de-0000-7000-8000-000000000002',
  type: 'TicketAccepted',
  isJson: true,
  data: Buffer.from('{"userId":"ç"}'),
  metadata: Buffer.from('{}'),
  created: 1_767_225_600_000,
};
const stream: StreamRow = {
  id: 7,
  name: 'ticket-0190c0de.ção',
  lastRevision: 3,
  ...{ tombstoned: false, softDeleted: false },
  ...{ maxCount: undefined, maxAge: 5000, truncateBefore: undefined },
};
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString();

describe('a checksum', () => {
  it('stays what it is in files that are there', () => {
    expect(checksumOfEvent(event)).toBe(776_980_570);
    expect(checksumOfEvent({ ...event, revision: -1, isJson: false, data: new Uint8Array() })).toBe(
      957_630_275,
    );
    expect(checksumOfStream(stream)).toBe(626_397_542);
    expect(checksumOfStream({ ...stream, tombstoned: true, maxCount: 1, maxAge: undefined })).toBe(
      2_407_338_443,
    );
  });

  it.each<Partial<LoggedEvent>>([
    { place: 5 },
    { stream: 'ticket-0190c0de.çao' },
    { revision: 2 },
    { id: '0190c0de-0000-7000-8000-000000000003' },
    { type: 'TicketAccepteD' },
    { isJson: false },
    { created: event.created + 2 ** 40 },
    { data: Buffer.from('{"userId":"c"}') },
    { data: Buffer.from(`${text(event.data)}{`), metadata: Buffer.from('}') },
  ])('tells an event from one with %j', change => {
    expect(checksumOfEvent({ ...event, ...change })).not.toBe(checksumOfEvent(event));
  });

  it('is the same sum when texts and bytes come in one piece', () => {
    const piece = Buffer.concat([
      event.data,
      event.metadata,
      Buffer.from(`${event.id}\n${event.type}\n${event.stream}`),
    ]);
    expect(checksumOfPiece(piece, event, event.data.length)).toBe(checksumOfEvent(event));
  });

  it.each<Partial<StreamRow>>([
    { id: 8 },
    { name: 'other' },
    { lastRevision: 4 },
    { softDeleted: true },
    { maxCount: 5000, maxAge: undefined },
    { truncateBefore: 1 },
  ])('tells a stream from one with %j', change => {
    expect(checksumOfStream({ ...stream, ...change })).not.toBe(checksumOfStream(stream));
  });
});
