import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openMemoryStore } from '#eventstore/memory.ts';
import { buildUntil, rebuildBeside } from './build.ts';
import { type Comparison, compareWithLive, isEqual } from './compare.ts';
import { inbox } from './inbox/projection.ts';
import { openInboxStory } from './testing/inbox-story.ts';
import { openReadModel, type ReadModel } from './testing/read-model.ts';
import { appendStory } from './testing/story.ts';

let model: ReadModel;
beforeEach(async () => {
  model = await openReadModel();
});
afterEach(() => model.close());

/** Ten tickets, of which two are closed and one is written to after the instant. */
const begin = async () => {
  const store = openMemoryStore();
  model.run(store);
  const told = openInboxStory();
  for (let t = 0; t < 10; t += 1) {
    told.opened(`t${t}`);
    told.received(`m${t}`, `t${t}`);
  }
  const then = told.events.at(-1)?.metadata.at ?? '';
  const before = told.events.length;
  told.closed('t1');
  told.closed('t2');
  told.received('late', 't3');
  await model.shown(await appendStory(store, told.events));
  const options = {
    ...{ projection: inbox, databaseUrl: model.url, store },
    signal: new AbortController().signal,
  };
  return { store, told, then, before, options };
};
const table = (comparison: Comparison | undefined, name: string) =>
  comparison?.tables.find(each => each.table === name);
const compare = () => compareWithLive(model.url, inbox, 'inbox_then');

describe('a copy of a read model as of an instant', () => {
  it('agrees with the live one in what nothing has changed since', async () => {
    const { then, options } = await begin();
    await buildUntil(options, 'inbox_then', then);
    const found = await compare();
    expect(found && isEqual(found)).toBe(true);
    const messages = table(found, 'message');
    expect(messages).toMatchObject({ copied: 10, live: 11, untouched: 10, different: 0 });
    expect(messages?.checksums.copied).toBe(messages?.checksums.live);
    expect(messages?.checksums.copied).not.toMatch(/^0*$/);
    // As long for every table, one without rows too.
    for (const { checksums } of found?.tables ?? []) expect(checksums.live).toMatch(/^[0-9a-f]{16}$/);
    expect(table(found, 'ticket')).toMatchObject({ copied: 10, live: 10, untouched: 7, different: 0 });
    expect(found?.liveAt).toBeGreaterThan(found?.copiedTo ?? Number.POSITIVE_INFINITY);
  });

  it('says which rows of the live one were changed behind the log’s back, or lost', async () => {
    const { then, options } = await begin();
    await buildUntil(options, 'inbox_then', then);
    await model.pool.query(`update inbox.message set body = 'other' where id in (select id from inbox.message
      where position <= (select position from projection.checkpoint where name = 'inbox_then') limit 3)`);
    const found = await compare();
    expect(table(found, 'message')).toMatchObject({ untouched: 10, different: 3 });
    expect(table(found, 'message')?.checksums.copied).not.toBe(table(found, 'message')?.checksums.live);
    expect(found && isEqual(found)).toBe(false);
  });

  it('of now has no row more than the live one', async () => {
    const { options } = await begin();
    await buildUntil(options, 'inbox_then', new Date(8.64e15).toISOString());
    expect(table(await compare(), 'message')).toMatchObject({ copied: 11, live: 11, different: 0 });
    await model.pool.query(
      'delete from inbox.message where body is not null and id in (select id from inbox.message limit 1)',
    );
    expect(table(await compare(), 'message')).toMatchObject({ copied: 11, live: 10, different: 1 });
  });

  it('is not held against another version', async () => {
    const { then, options } = await begin();
    await buildUntil(options, 'inbox_then', then);
    expect(await compareWithLive(model.url, { ...inbox, version: inbox.version + 1 }, 'inbox_then')).toBe(
      undefined,
    );
  });

  it('can be looked at before it takes the live one’s place', async () => {
    const { options } = await begin();
    const seen: (Comparison | undefined)[] = [];
    const onBuilt = async (schema: string) => {
      seen.push(await compareWithLive(model.url, inbox, schema));
    };
    await rebuildBeside({ ...options, onBuilt });
    expect(seen.map(found => found && isEqual(found))).toEqual([true]);
  });
});
