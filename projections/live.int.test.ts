import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEventStore } from '#eventstore/client.ts';
import { type EmbeddedNode, startEmbeddedNode } from '#eventstore/embedded/server.ts';
import { memoryPersonKeys } from '#eventstore/person-keys.ts';
import type { EventStore } from '#eventstore/types.ts';
import { rebuildBeside } from './build.ts';
import { lagOf, readCheckpoint } from './checkpoint.ts';
import { inbox } from './inbox/projection.ts';
import { openInboxStory } from './testing/inbox-story.ts';
import { dump, openReadModel, type ReadModel } from './testing/read-model.ts';
import { appendStory } from './testing/story.ts';

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

  it('is not behind once it follows live', async () => {
    await model.until(`select 1 from projection.checkpoint where name = 'inbox' and live`);
    const checkpoint = await readCheckpoint(model.pool, 'inbox');
    expect(checkpoint && lagOf(checkpoint)).toBe(0);
  });
});
