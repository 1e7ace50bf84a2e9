import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jsonEvent } from '@eventstore/db-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEventStore } from '#eventstore/client.ts';
import { openConnection } from '#eventstore/connection.ts';
import { type EmbeddedNode, startEmbeddedNode } from '#eventstore/embedded/server.ts';
import { memoryPersonKeys } from '#eventstore/person-keys.ts';
import type { EventStore } from '#eventstore/types.ts';
import { rebuildBeside } from './build.ts';
import { lagOf, readCheckpoint } from './checkpoint.ts';
import { inbox } from './inbox/projection.ts';
import { openInboxStory } from './testing/inbox-story.ts';
import { dump, openReadModel, type ReadModel } from './testing/read-model.ts';
import { appendStory, otherCompany } from './testing/story.ts';

let directory: string;
let node: EmbeddedNode;
let store: EventStore;
let model: ReadModel;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'balcao-projections-'));
  node = await startEmbeddedNode({ file: join(directory, 'events.db') });
  store = openEventStore({ connectionString: node.url, keys: memoryPersonKeys() });
  model = await openReadModel();
});
afterAll(async () => {
  await model.close();
  await store.close();
  await node.close();
  rmSync(directory, { recursive: true, force: true });
});

describe('over the event store node', () => {
  it('shows each append at its position, and a rebuild makes the same', async () => {
    model.run(store);
    const story = openInboxStory();
    story.queue('sales');
    story.contact();
    story.connection();
    for (let t = 0; t < 10; t += 1) {
      story.opened(`t${t}`, { queue: 'sales' });
      story.received(`m${t}`, `t${t}`);
      story.accepted(`t${t}`, 'ana', 'sales');
      story.queued(`a${t}`, `t${t}`);
      story.sent(`a${t}`);
    }
    for (const event of story.events) await model.shown(await appendStory(store, [event]));
    const live = await dump(model, 'inbox');
    const signal = new AbortController().signal;
    const { events } = await rebuildBeside({ projection: inbox, databaseUrl: model.url, store, signal });
    expect(events).toBe(story.events.length);
    expect(await dump(model, 'inbox')).toBe(live);
  });

  it('shows what an older version wrote in a year that is none, at its nearest', async () => {
    const other = openInboxStory(otherCompany, 'their ');
    other.opened('t');
    await appendStory(store, other.events);
    const connection = openConnection(node.url);
    const messages = ['0000', '9999'].map(year => {
      const at = `${year}-01-01T00:00:00.000Z`;
      return other.received(year, 't', year, { sentAt: at });
    });
    for (const { id, type, data, metadata, stream } of messages) {
      const written = jsonEvent({ id, type, data, metadata });
      await connection.call(client => client.appendToStream(stream, [written]));
    }
    await connection.close();
    await model.shown(await store.head());
    const { rows } = await model.pool.query(
      'select body, sent_at from inbox.message where company_id = $1 order by sent_at',
      [otherCompany],
    );
    expect(rows).toEqual([
      { body: '0000', sent_at: '2009-01-01T00:00:00.000Z' },
      { body: '9999', sent_at: '2100-12-31T23:59:59.000Z' },
    ]);
  });

  it('is not behind once it follows live', async () => {
    await model.until(`select 1 from projection.checkpoint where name = 'inbox' and live`);
    const checkpoint = await readCheckpoint(model.pool, 'inbox');
    expect(checkpoint && lagOf(checkpoint)).toBe(0);
  });
});
