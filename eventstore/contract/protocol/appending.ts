import { randomUUID } from 'node:crypto';
import {
  ANY,
  DeadlineExceededError,
  jsonEvent,
  MaxAppendSizeExceededError,
  NO_STREAM,
  STREAM_EXISTS,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import { beforeEach, describe, expect, it } from 'vitest';
import { fragment, openBatch } from './fragments.ts';
import { newEvents, newStream, type Rig, revisionsOf } from './rig.ts';

const ways: [string, (rig: Rig) => { credentials?: Rig['credentials'] }][] = [
  ['over the shared call', () => ({})],
  ['with credentials, over a call of its own', ({ credentials }) => ({ credentials })],
];

export const describeAppending = (current: () => Rig): void => {
  describe('appending', () => {
    let rig: Rig;
    let stream: string;
    beforeEach(() => {
      rig = current();
      stream = newStream();
    });
    const append = (events: ReturnType<typeof newEvents>, options = {}) =>
      rig.client.appendToStream(stream, events, options);

    it.each(ways)('writes %s and refuses a wrong revision', async (_, way) => {
      const first = await append(newEvents(2), { expectedRevision: NO_STREAM, ...way(rig) });
      expect(first).toMatchObject({ success: true, nextExpectedRevision: 1n });
      const late = append(newEvents(1), { expectedRevision: NO_STREAM, ...way(rig) });
      await expect(late).rejects.toBeInstanceOf(WrongExpectedVersionError);
      await expect(late).rejects.toMatchObject({
        streamName: stream,
        expectedVersion: 'no_stream',
        actualVersion: 1n,
      });
      const early = append(newEvents(1), { expectedRevision: 7n, ...way(rig) });
      await expect(early).rejects.toMatchObject({ expectedVersion: 7n, actualVersion: 1n });
    });

    it.each(ways)('answers a repetition %s as the first time', async (_, way) => {
      const same = newEvents(2);
      const first = await append(same, { expectedRevision: NO_STREAM, ...way(rig) });
      await append(newEvents(3), { expectedRevision: 1n, ...way(rig) });
      expect(await append(same, { expectedRevision: NO_STREAM, ...way(rig) })).toEqual(first);
      expect(await revisionsOf(rig.client, stream)).toHaveLength(5);
    });

    it('refuses a repetition of which anything differs', async () => {
      const [one, two] = [newEvents(1), newEvents(1)];
      await append([...one, ...two], { expectedRevision: NO_STREAM });
      const different = append([...one, ...newEvents(1)], { expectedRevision: NO_STREAM });
      await expect(different).rejects.toBeInstanceOf(WrongExpectedVersionError);
      const longer = append([...one, ...two, ...newEvents(1)], { expectedRevision: NO_STREAM });
      await expect(longer).rejects.toBeInstanceOf(WrongExpectedVersionError);
      expect(await append(two, { expectedRevision: 0n })).toMatchObject({ nextExpectedRevision: 1n });
    });

    it('recognises a repeated append that expects no revision', async () => {
      const same = newEvents(2);
      const first = await append(same, { expectedRevision: ANY });
      expect(await append(same, { expectedRevision: ANY })).toEqual(first);
      expect(await revisionsOf(rig.client, stream)).toEqual([0, 1]);
    });

    it('puts an append together that came in fragments', async () => {
      await append(newEvents(50), { batchAppendSize: 200 });
      expect(await revisionsOf(rig.client, stream)).toHaveLength(50);
    });

    it.each(ways)('refuses more than a megabyte %s', async (_, way) => {
      const large = jsonEvent({ type: 'Large', data: { text: 'x'.repeat(1_100_000) } });
      const asking = rig.client.appendToStream(stream, large, way(rig));
      await expect(asking).rejects.toBeInstanceOf(MaxAppendSizeExceededError);
    });

    it.each(ways)('counts data, metadata and twice the type %s, over all events', async (_, way) => {
      const options = { deadline: 60_000, ...way(rig) };
      const type = 'Tipo é'.repeat(50);
      const sized = (bytes: number) => {
        const fixed = { a: 'x'.repeat(300_000) };
        const rest = bytes - JSON.stringify(fixed).length - 2 * type.length - 2;
        return jsonEvent({ type, metadata: fixed, data: 'x'.repeat(rest) });
      };
      const half = 1_048_576 / 2;
      const tooMuch = rig.client.appendToStream(stream, [sized(half), sized(half + 1)], options);
      await expect(tooMuch).rejects.toBeInstanceOf(MaxAppendSizeExceededError);
      const justSo = await rig.client.appendToStream(stream, [sized(half), sized(half)], options);
      expect(justSo.nextExpectedRevision).toBe(1n);
    });

    it('wants the stream to exist where that is expected; metadata alone will do', async () => {
      const asking = append(newEvents(1), { expectedRevision: STREAM_EXISTS });
      await expect(asking).rejects.toBeInstanceOf(WrongExpectedVersionError);
      await rig.client.setStreamMetadata(stream, { maxCount: 9 });
      await append(newEvents(1), { expectedRevision: STREAM_EXISTS });
      expect(await revisionsOf(rig.client, stream)).toEqual([0]);
    });

    it.each(ways)('writes nothing %s once the deadline is over', async (_, way) => {
      const late = append(newEvents(1), { deadline: -1000, ...way(rig) });
      await expect(late).rejects.toBeInstanceOf(DeadlineExceededError);
      expect(await append(newEvents(1), { expectedRevision: NO_STREAM })).toMatchObject({ success: true });
    });

    it('answers appends whose fragments are mixed, each once', async () => {
      const batch = openBatch(rig);
      const [one, two] = [randomUUID(), randomUUID()];
      const other = newStream();
      batch.send(fragment({ correlationId: one, stream, events: 2, final: false }));
      batch.send(fragment({ correlationId: two, stream: other, final: false }));
      batch.send(fragment({ correlationId: one, events: 1 }));
      batch.send(fragment({ correlationId: two, events: 3 }));
      expect(await batch.next()).toEqual({ correlationId: one, revision: 2, error: undefined });
      expect(await batch.next()).toEqual({ correlationId: two, revision: 3, error: undefined });
      const next = randomUUID();
      batch.send(fragment({ correlationId: next, stream }));
      expect(await batch.next()).toEqual({ correlationId: next, revision: 3, error: undefined });
      await batch.leave();
    });

    it('answers that an append was late whose last fragment does not come in time, and only once', async () => {
      const batch = openBatch(rig);
      const [late, next] = [randomUUID(), randomUUID()];
      const deadline = new Date(Date.now() + 50);
      batch.send(fragment({ correlationId: late, stream, deadline, final: false }));
      expect(await batch.next()).toEqual({ correlationId: late, error: 'Timeout', revision: undefined });
      batch.send(fragment({ correlationId: late }));
      batch.send(fragment({ correlationId: next, stream }));
      expect(await batch.next()).toEqual({ correlationId: next, revision: 0, error: undefined });
      await batch.leave();
    });
  });
};
