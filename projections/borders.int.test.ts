import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AnyEvent } from '#domain/catalogue.ts';
import { openEventStore } from '#eventstore/client.ts';
import { startEmbeddedTarget, type Target } from '#eventstore/contract/targets.ts';
import { memoryPersonKeys } from '#eventstore/person-keys.ts';
import type { EventStore, Position, Recorded } from '#eventstore/types.ts';
import type { Notification } from './position.ts';
import { openInboxStory } from './testing/inbox-story.ts';
import { openReadModel, type ReadModel } from './testing/read-model.ts';
import { appendStory } from './testing/story.ts';

let target: Target;
let store: EventStore;
let model: ReadModel;
beforeAll(async () => {
  target = await startEmbeddedTarget();
  store = openEventStore({ connectionString: target.connectionString, keys: memoryPersonKeys() });
  model = await openReadModel();
});
afterAll(async () => {
  await model.close();
  await store.close();
  await target.stop();
});

const story = openInboxStory();
let told = 0;
const append = async (): Promise<Position> => {
  const news: readonly Recorded[] = story.events.slice(told);
  told = story.events.length;
  return appendStory(store, news);
};
let messages = 0;
const write = (): void => {
  messages += 1;
  story.received(`m${messages}`, 't');
};
/** So many events of the ticket at once. */
const tag = async (count: number): Promise<Position> => {
  const events = Array.from({ length: count }, () => story.tagged('t', 'vip'));
  told = story.events.length;
  const [first] = events;
  if (!first) return lastPosition;
  const forms = events.map(({ id, type, data, metadata }) => ({
    ...{ id, metadata, persons: [] },
    event: { type, data } as AnyEvent,
  }));
  return (await store.append(first.stream, first.revision - 1, forms)).position;
};
const live = () =>
  model.until(`select from projection.checkpoint where name = 'inbox' and live and event_position >= $1`, [
    lastPosition,
  ]);
let lastPosition: Position = 0;

/*
 * Where the store's reading window ends with the log, it says that it has come up to an event that is not written yet.
 * That event must be folded, and be notified at a position that was not notified before.
 */
it('an event behind any number of events is folded and notified once, whether it comes live or after a stop', async () => {
  const notified: Notification[] = [];
  model.positions.onNotification('inbox', each => notified.push(each));
  story.companyCreated('Ours');
  story.connection();
  story.contact();
  story.opened('t');
  lastPosition = await append();
  for (let count = 0; count <= 130; count += 1) {
    lastPosition = await tag(count);
    const running = model.run(store);
    await live();
    await model.shown(lastPosition);
    const known = model.positions.known('inbox');
    expect(known, `${count} events`).toBeLessThanOrEqual(lastPosition);
    write();
    lastPosition = await append();
    expect(await model.positions.waitFor('inbox', lastPosition, 20_000)).toBe(true);
    expect(notified.findLast(({ changes }) => changes.length > 0)?.position).toBeGreaterThan(known);
    await running.stop();
  }
  const { rows } = await model.pool.query('select unread from inbox.ticket');
  expect(rows).toEqual([{ unread: messages }]);
  const shown = await model.pool.query('select count(*)::int as messages from inbox.message');
  expect(shown.rows).toEqual([{ messages }]);
}, 240_000);

it('where an earlier version has stood in front of an event, that event is folded and notified, or changes nothing again', async () => {
  const notified: Notification[] = [];
  model.positions.onNotification('inbox', each => notified.push(each));
  const run = async () => {
    const running = model.run(store);
    await live();
    await model.shown(lastPosition);
    await running.stop();
  };
  const shown = async () =>
    (await model.pool.query('select m.id, m.position, unread from inbox.message m, inbox.ticket order by 1'))
      .rows;
  const keepAt = (place: number) =>
    model.pool.query(
      `update projection.checkpoint set position = $1, event_position = null where name = 'inbox'`,
      [place],
    );

  const before = await shown();
  await keepAt(lastPosition);
  await run();
  expect(await shown()).toEqual(before);
  expect(notified.some(({ resync }) => resync)).toBe(true);

  const head = lastPosition;
  write();
  const next = await append();
  await keepAt(next);
  lastPosition = next;
  notified.length = 0;
  await run();
  expect(await shown()).toHaveLength(before.length + 1);
  expect(notified.map(({ position, resync }) => [position, resync ?? false])).toEqual(
    expect.arrayContaining([
      [head, true],
      [next, false],
    ]),
  );
}, 60_000);
