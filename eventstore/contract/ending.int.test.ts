import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CancelledError, jsonEvent } from '@eventstore/db-client';
import streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import { type ServiceError, status } from '@grpc/grpc-js';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type NodeProcess, startNodeProcess } from './node-process.ts';
import { fragment, identifier, openBatch } from './protocol/fragments.ts';
import { newEvents, newStream, openRig, type Rig, revisionsOf } from './protocol/rig.ts';

const ways = ['terminate', 'abandon'] as const;

/** An append over a call of its own that is begun and left open. */
const openAppend = ({ raw, metadata }: Rig, stream: string): Promise<ServiceError | null> =>
  new Promise(resolve => {
    const call = raw.append(metadata, error => resolve(error));
    const options = new streamsPb.AppendReq.Options()
      .setStreamIdentifier(identifier(stream))
      .setRevision('0');
    call.write(new streamsPb.AppendReq().setOptions(options));
  });

describe('a node that ends', () => {
  let directory: string;
  let file: string;
  let node: NodeProcess;
  let rig: Rig;
  let stream: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'eventstore-ending-'));
    file = join(directory, 'log.db');
    node = await startNodeProcess(file);
    rig = openRig(node.url);
    stream = newStream();
  });
  afterEach(async () => {
    await rig.close();
    await node.kill();
    await rm(directory, { recursive: true });
  });

  it.each(ways)('cancels what is under way and answers UNAVAILABLE to a lone append on %s', async way => {
    const batch = openBatch(rig);
    const correlationId = '0f0f0f0f-0000-4000-8000-000000000000';
    batch.send(fragment({ correlationId, stream }));
    expect(await batch.next()).toMatchObject({ correlationId, revision: 0 });
    const subscription = rig.client.subscribeToAll();
    subscription.resume();
    const failed = new Promise(resolve => {
      subscription.once('error', resolve);
    });
    await once(subscription, 'caughtUp');
    const unary = openAppend(rig, stream);
    await rig.client.appendToStream(stream, newEvents(1), { credentials: rig.credentials });
    const pending = batch.next();
    const cancelled = expect(pending).rejects.toMatchObject({ code: status.CANCELLED });
    expect(await node[way]()).toBe(0);
    await cancelled;
    expect(await unary).toMatchObject({ code: status.UNAVAILABLE });
    expect(await failed).toBeInstanceOf(CancelledError);
  });

  it.each(ways)('settles every append on %s, and keeps what it answered', async way => {
    const streams = Array.from({ length: 200 }, () => newStream());
    const large = jsonEvent({ type: 'Something', data: { text: 'x'.repeat(5000) } });
    const appends = streams.map(name => rig.client.appendToStream(name, large));
    const appending = Promise.allSettled(appends);
    await Promise.race(appends);
    expect(await node[way]()).toBe(0);
    const outcomes = await appending;
    node = await startNodeProcess(file, node.port);
    const again = openRig(node.url);
    for (const [index, name] of streams.entries()) {
      if (outcomes[index]?.status === 'fulfilled') expect(await revisionsOf(again.client, name)).toEqual([0]);
    }
    await again.close();
  });

  it('takes appends and subscriptions of the same client again when it is back', async () => {
    await rig.client.appendToStream(stream, newEvents(2));
    const subscription = rig.client.subscribeToStream(stream);
    subscription.resume();
    const failed = new Promise(resolve => {
      subscription.once('error', resolve);
    });
    await once(subscription, 'caughtUp');
    expect(await node.terminate()).toBe(0);
    expect(await failed).toBeInstanceOf(CancelledError);
    node = await startNodeProcess(file, node.port);
    const back = () => rig.client.appendToStream(stream, newEvents(1), { expectedRevision: 1n });
    await vi.waitFor(back, { timeout: 30_000, interval: 20 });
    const anew = rig.client.subscribeToStream(stream, { fromRevision: 0n });
    const revisions: number[] = [];
    anew.on('data', ({ event }) => revisions.push(Number(event?.revision)));
    await once(anew, 'caughtUp');
    expect(revisions).toEqual([1, 2]);
  });

  it('leaves nothing to recover', async () => {
    await rig.client.appendToStream(stream, newEvents(2));
    expect(existsSync(`${file}-wal`)).toBe(true);
    expect(await node.terminate()).toBe(0);
    expect(existsSync(`${file}-wal`)).toBe(false);
  });
});
