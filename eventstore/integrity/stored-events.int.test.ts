import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jsonEvent } from '@eventstore/db-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openConnection } from '../connection.ts';
import { copyLog } from '../copy/copy-log.ts';
import { endOfLog, readLog } from '../copy/read-log.ts';
import { type EmbeddedNode, startEmbeddedNode } from '../embedded/server.ts';
import { leafOf } from './leaf.ts';
import { openStoredEvents } from './stored-events.ts';

const signal = new AbortController().signal;
const [company, other] = [randomUUID(), randomUUID()];
const stream = `message-${company}.one`;
const odd = { text: 'olá "ção" \u2028 \ud83d\ude00 \ud800', n: [1e21, -0, 0.1, 1e-7, null], 2: 'b', 1: 'a' };

describe('stored events', () => {
  const folder = mkdtempSync(join(tmpdir(), 'stored-events-'));
  const nodes: EmbeddedNode[] = [];
  const start = async (name: string) => {
    const node = await startEmbeddedNode({ file: join(folder, `${name}.db`) });
    nodes.push(node);
    return node.url;
  };
  let url: string;
  beforeAll(async () => {
    url = await start('origin');
    const connection = openConnection(url);
    for (const name of [stream, `message-${other}.one`, stream, `ticket-${company}.two`]) {
      const event = jsonEvent({ type: 'Noted', data: odd, metadata: { at: '2026-01-02T03:04:05.678Z' } });
      await connection.call(client => client.appendToStream(name, [event]));
    }
    await connection.close();
  });
  afterAll(async () => {
    for (const node of nodes) await node.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const eventsOf = async (from: string) => {
    const stored = openStoredEvents({ connectionString: from });
    try {
      return (await Array.fromAsync(stored.ofCompany(company, signal))).flat();
    } finally {
      await stored.close();
    }
  };

  it('are those of one company in the order of the log, as the bytes that were written', async () => {
    const events = await eventsOf(url);
    expect(events.map(event => [event.stream, event.revision, event.type])).toEqual([
      [stream, 0, 'Noted'],
      [stream, 1, 'Noted'],
      [`ticket-${company}.two`, 0, 'Noted'],
    ]);
    for (const { data, metadataBytes, metadata } of events) {
      expect(Buffer.from(data).toString()).toBe(JSON.stringify(odd));
      expect(Buffer.from(metadataBytes).toString()).toBe('{"at":"2026-01-02T03:04:05.678Z"}');
      expect(metadata.at).toBe('2026-01-02T03:04:05.678Z');
    }
  });

  it('are the same leaves on a server that the log was copied to', async () => {
    const copied = await start('copy');
    const [source, target] = [openConnection(url), openConnection(copied)];
    const upTo = await endOfLog(source);
    await copyLog({ source: () => readLog(source, upTo), target, signal });
    await Promise.all([source.close(), target.close()]);
    const leaves = async (from: string) => (await eventsOf(from)).map((event, n) => leafOf(n + 1, event));
    expect(await leaves(copied)).toEqual(await leaves(url));
  });
});
