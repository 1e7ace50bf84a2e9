import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect as connectHttp2, constants } from 'node:http2';
import { connect as connectTcp } from 'node:net';
import { jsonEvent, UnknownError } from '@eventstore/db-client';
import { Client, Metadata } from '@grpc/grpc-js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fragment, identifier, openBatch } from './protocol/fragments.ts';
import { newEvents, newStream, openRig, type Rig, revisionsOf, take } from './protocol/rig.ts';
import { startEmbeddedTarget, type Target } from './targets.ts';

const service = '/event_store.client.streams.Streams';

/** One gRPC message whose content is whatever is given. */
const framed = (content: Buffer): Buffer => {
  const header = Buffer.alloc(5);
  header.writeUInt32BE(content.length, 1);
  return Buffer.concat([header, content]);
};

/** Posts bytes as a gRPC call and gives the status that the call ends with. */
const post = async (address: string, path: string, body: Buffer): Promise<string> => {
  const session = connectHttp2(`http://${address}`);
  session.on('error', () => undefined);
  const call = session.request({
    [constants.HTTP2_HEADER_METHOD]: 'POST',
    [constants.HTTP2_HEADER_PATH]: path,
    'content-type': 'application/grpc',
    te: 'trailers',
  });
  let code = '';
  const note = (headers: Record<string, unknown>) => {
    code ||= String(headers['grpc-status'] ?? '');
  };
  call.on('response', note);
  call.on('trailers', note);
  call.on('error', () => undefined);
  call.resume();
  call.end(body);
  await once(call, 'close');
  session.close();
  return code;
};

/** While something bad is done, a neighbour goes on appending, reading and being told. */
describe('a caller who does wrong', () => {
  let target: Target;
  let neighbour: Rig;
  let rig: Rig;
  let stream: string;
  beforeAll(async () => {
    target = await startEmbeddedTarget();
    neighbour = openRig(target.connectionString);
    rig = openRig(target.connectionString);
  });
  afterAll(async () => {
    await neighbour.close();
    await rig.close();
    await target.stop();
  });
  beforeEach(() => {
    stream = newStream();
  });

  const undisturbed = async (wrong: () => Promise<void>): Promise<void> => {
    const theirs = newStream();
    const subscription = neighbour.client.subscribeToStream(theirs);
    const told = take(subscription, 6);
    await once(subscription, 'confirmation');
    const write = () => neighbour.client.appendToStream(theirs, newEvents(1));
    await write();
    await Promise.all([wrong(), write(), write()]);
    for (let after = 0; after < 3; after += 1) await write();
    expect((await told).map(({ event }) => Number(event?.revision))).toEqual([0, 1, 2, 3, 4, 5]);
  };

  it.each(['Append', 'BatchAppend', 'Read', 'Delete', 'Tombstone'])(
    'is refused when %s gets bytes that are no message',
    async method => {
      await undisturbed(async () => {
        for (const content of [Buffer.alloc(64, 0xff), randomBytes(4096), Buffer.from('GET / HTTP/1.1')]) {
          const code = await post(rig.address, `${service}/${method}`, framed(content));
          expect(code).toMatch(/^[1-9]\d*$/);
        }
        const cut = framed(Buffer.alloc(100)).subarray(0, 20);
        await post(rig.address, `${service}/${method}`, cut);
      });
    },
  );

  it('is dropped when it does not speak HTTP/2', async () => {
    await undisturbed(async () => {
      const [host = '', port] = rig.address.split(':');
      const socket = connectTcp(Number(port), host);
      socket.on('error', () => undefined);
      socket.resume();
      socket.write(randomBytes(10_000));
      await once(socket, 'close');
    });
  });

  it('is answered alone when its name or type holds a NUL, is empty or endless', async () => {
    await undisturbed(async () => {
      const write = (name: string, type = 'Something') =>
        rig.client.appendToStream(name, jsonEvent({ type, data: {} }));
      const wrong = await Promise.allSettled([
        write('a\0b'),
        write(''),
        write('n'.repeat(5000)),
        write(stream, 'a\0b'),
        write(stream, ''),
        write(stream),
      ]);
      const right = wrong.pop();
      expect(right).toMatchObject({ status: 'fulfilled', value: { nextExpectedRevision: 0n } });
      for (const outcome of wrong) expect(outcome).toMatchObject({ reason: expect.any(UnknownError) });
    });
  });

  it('is answered alone when it appends two megabytes', async () => {
    await undisturbed(async () => {
      const large = jsonEvent({ type: 'Large', data: { text: 'x'.repeat(2_000_000) } });
      const [tooLarge, right] = await Promise.allSettled([
        rig.client.appendToStream(stream, large),
        rig.client.appendToStream(stream, newEvents(1)),
      ]);
      expect(tooLarge).toMatchObject({
        status: 'rejected',
        reason: { type: 'maximum-append-size-exceeded' },
      });
      expect(right).toMatchObject({ status: 'fulfilled' });
      expect(await revisionsOf(rig.client, stream)).toEqual([0]);
    });
  });

  it('loses its own call alone when a message is larger than any may be', async () => {
    await undisturbed(async () => {
      const batch = openBatch(rig);
      batch.send(fragment({ correlationId: randomUUID(), stream, data: 'x'.repeat(18_000_000) }));
      await expect(batch.next()).rejects.toMatchObject({
        details: expect.stringContaining('larger than max'),
      });
    });
  });

  it('is answered once for fragments without options, and for ids that are none', async () => {
    await undisturbed(async () => {
      const batch = openBatch(rig);
      const [unknown, wrongId, right] = [randomUUID(), randomUUID(), randomUUID()];
      batch.send(fragment({ correlationId: unknown }));
      const bad = fragment({ correlationId: wrongId, stream, final: false });
      bad.getProposedMessagesList()[0]?.getId()?.setString('not-an-id');
      batch.send(bad);
      batch.send(fragment({ correlationId: wrongId }));
      batch.send(fragment({ correlationId: right, stream }));
      expect(await batch.next()).toMatchObject({ correlationId: unknown, error: 'BadRequest' });
      expect(await batch.next()).toMatchObject({ correlationId: wrongId, error: 'BadRequest' });
      expect(await batch.next()).toMatchObject({ correlationId: right, revision: 0 });
      batch.end();
      expect(await batch.next()).toBeUndefined();
    });
  });

  it('loses its call when nobody can tell what it wants answered', async () => {
    await undisturbed(async () => {
      const batch = openBatch(rig);
      batch.send(fragment({ correlationId: 'not-an-id', stream }));
      await expect(batch.next()).rejects.toMatchObject({ details: '"not-an-id" is not a UUID' });
    });
  });

  it('cannot leave any number of appends unfinished', async () => {
    await undisturbed(async () => {
      const batch = openBatch(rig);
      const ids = Array.from({ length: 65 }, () => randomUUID());
      for (const correlationId of ids) batch.send(fragment({ correlationId, stream, final: false }));
      expect(await batch.next()).toMatchObject({ correlationId: ids[64], error: 'BadRequest' });
      batch.send(fragment({ correlationId: ids[0] ?? '' }));
      expect(await batch.next()).toMatchObject({ correlationId: ids[0], revision: 1 });
      batch.call.cancel();
      await expect(batch.next()).rejects.toThrow('Cancelled');
    });
  });

  it('does not spoil a stream by limits that no number holds', async () => {
    await undisturbed(async () => {
      await rig.client.appendToStream(stream, newEvents(2));
      const nested = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
      const limits = [
        { text: '{"$maxCount":1,"$tb":9223372036854775808}', shown: [0, 1] },
        { text: '{"$tb":1e18,"$maxAge":1e300,"$maxCount":1e300}', shown: [0, 1] },
        { text: '{"$tb":1,"$maxAge":922337203686}', shown: [0, 1] },
        { text: `{"$maxCount":1,"a":${nested}}`, shown: [0, 1] },
        { text: '{"$maxCount":9223372036854775807,"$maxAge":922337203685,"$tb":1}', shown: [1] },
      ];
      for (const { text, shown } of limits) {
        const batch = openBatch(rig);
        const [correlationId, metastream, type] = [randomUUID(), `$$${stream}`, '$metadata'];
        batch.send(fragment({ correlationId, stream: metastream, type, data: text }));
        expect(await batch.next()).toMatchObject({ correlationId, error: undefined });
        batch.end();
        await batch.next();
        expect(await revisionsOf(rig.client, stream)).toEqual(shown);
      }
      await rig.client.deleteStream(stream);
      await rig.client.appendToStream(stream, newEvents(1));
      expect(await revisionsOf(rig.client, stream)).toEqual([2]);
    });
  });

  it('cannot make a metastream keep more than its newest event', async () => {
    await undisturbed(async () => {
      await rig.client.setStreamMetadata(`$$${stream}`, { maxCount: 9 });
      for (const maxCount of [1, 2]) await rig.client.setStreamMetadata(stream, { maxCount });
      expect(await revisionsOf(rig.client, `$$${stream}`)).toEqual([1]);
      await rig.client.setStreamMetadata(`$$${stream}`, {});
      expect(await revisionsOf(rig.client, `$$${stream}`)).toEqual([1]);
    });
  });

  it('is told that there is no such call', async () => {
    await undisturbed(async () => {
      const client = new Client(rig.address, rig.channel);
      const asking = new Promise((_, reject) => {
        const bytes = (value: Buffer) => value;
        const body = Buffer.from(identifier(stream).serializeBinary());
        client.makeUnaryRequest('/some.Service/Call', bytes, bytes, body, new Metadata(), reject);
      });
      await expect(asking).rejects.toMatchObject({ code: 12 });
      client.close();
    });
  });
});
