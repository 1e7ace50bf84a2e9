import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ANY, EventStoreDBClient, jsonEvent, NO_STREAM, type Position, START } from '@eventstore/db-client';
import { describe, expect, it } from 'vitest';
import { type NodeProcess, startNodeProcess } from './node-process.ts';

const rounds = 24;
const writers = 16;
const leastPerRound = 20;
const mostPerRound = 250;

type Append = { readonly ids: readonly string[]; readonly expected: bigint | typeof ANY | typeof NO_STREAM };
type Acknowledged = { readonly ids: readonly string[]; readonly revision: bigint; readonly position: bigint };
type Writer = {
  readonly stream: string;
  readonly exact: boolean;
  readonly acknowledged: Acknowledged[];
  /** Sent, and not answered before the node died. */
  unanswered: Append | undefined;
};

const newAppend = ({ exact, acknowledged }: Writer): Append => ({
  ids: Array.from({ length: 1 + Math.floor(Math.random() * 3) }, () => randomUUID()),
  expected: exact ? (acknowledged.at(-1)?.revision ?? NO_STREAM) : ANY,
});

/** Appends until the node is gone; what stays unanswered is sent again, the same, to the next one. */
const write = async (client: EventStoreDBClient, writer: Writer, answered: () => void): Promise<void> => {
  for (;;) {
    const { ids, expected } = writer.unanswered ?? newAppend(writer);
    writer.unanswered = { ids, expected };
    const events = ids.map(id => jsonEvent({ id, type: 'Something', data: { text: 'x'.repeat(200) } }));
    const result = await client.appendToStream(writer.stream, events, { expectedRevision: expected });
    writer.unanswered = undefined;
    const position = result.position?.commit ?? -1n;
    writer.acknowledged.push({ ids, revision: result.nextExpectedRevision, position });
    answered();
  }
};

type Reader = { readonly seen: string[]; position: Position | undefined };

const read = async (client: EventStoreDBClient, reader: Reader): Promise<void> => {
  const fromPosition = reader.position ?? START;
  for await (const { event } of client.subscribeToAll({ fromPosition })) {
    if (!event) continue;
    reader.seen.push(event.id);
    reader.position = event.position;
  }
};

const inRandomRound = (): number =>
  leastPerRound + Math.floor(Math.random() * (mostPerRound - leastPerRound));

/** One life of the node: under load until so many answers have come, then killed while more are on their way. */
const liveAndDie = async (node: NodeProcess, all: readonly Writer[], reader: Reader): Promise<void> => {
  const client = EventStoreDBClient.connectionString(node.url);
  const enough = inRandomRound();
  let answers = 0;
  let reached = (): void => undefined;
  const reachedEnough = new Promise<void>(resolve => {
    reached = resolve;
  });
  const answered = () => {
    answers += 1;
    if (answers === enough) reached();
  };
  const working = Promise.allSettled([
    read(client, reader),
    ...all.map(writer => write(client, writer, answered)),
  ]);
  await Promise.race([reachedEnough, working]);
  await node.kill();
  await working;
  expect(answers).toBeGreaterThanOrEqual(enough);
  await client.dispose();
};

describe(`a node killed ${rounds} times under load`, () => {
  it('has lost, doubled and reordered nothing that it acknowledged', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'eventstore-crash-'));
    const file = join(directory, 'log.db');
    const all = Array.from(
      { length: writers },
      (_, index): Writer => ({
        stream: `crash-${index}`,
        exact: index % 2 === 0,
        acknowledged: [],
        unanswered: undefined,
      }),
    );
    const reader: Reader = { seen: [], position: undefined };
    for (let round = 0; round < rounds; round += 1) {
      await liveAndDie(await startNodeProcess(file), all, reader);
    }

    const node = await startNodeProcess(file);
    const client = EventStoreDBClient.connectionString(node.url);
    const log = await Array.fromAsync(client.readAll());
    const ids = log.map(({ event }) => event?.id ?? '');
    expect(new Set(ids).size).toBe(ids.length);
    expect(reader.seen).toEqual(ids.slice(0, reader.seen.length));
    const placeOf = new Map(log.map(({ event }) => [event?.id, event]));
    for (const { stream, acknowledged, unanswered } of all) {
      const stored = await Array.fromAsync(client.readStream(stream));
      const storedIds = stored.map(({ event }) => event?.id ?? '');
      const told = acknowledged.flatMap(each => each.ids);
      // The last one may have been stored although its answer was lost.
      const perhaps = [told, [...told, ...(unanswered?.ids ?? [])]];
      expect(perhaps).toContainEqual(storedIds);
      expect(stored.map(({ event }) => event?.revision)).toEqual(storedIds.map((_, index) => BigInt(index)));
      for (const { ids: its, revision, position } of acknowledged) {
        expect(placeOf.get(its.at(-1))).toMatchObject({ revision, position: { commit: position } });
      }
    }
    await client.dispose();
    await node.terminate();
    await rm(directory, { recursive: true });
  }, 240_000);
});
