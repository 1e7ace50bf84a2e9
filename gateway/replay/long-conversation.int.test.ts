import { afterAll, beforeAll, expect, it } from 'vitest';
import { openMemoryStore } from '#eventstore/memory.ts';
import type { EventStore } from '#eventstore/types.ts';
import { audit } from '#projections/audit/projection.ts';
import { inbox } from '#projections/inbox/projection.ts';
import { openInboxStory } from '#projections/testing/inbox-story.ts';
import { openReadModel, type ReadModel } from '#projections/testing/read-model.ts';
import { appendStory, company, idOf } from '#projections/testing/story.ts';
import { readPastMessages } from './past-ticket.ts';

const total = 300;
let model: ReadModel;
const store = openMemoryStore();
const story = openInboxStory();
const loads = { now: 0, most: 0 };

beforeAll(async () => {
  model = await openReadModel();
  story.companyCreated('Loja');
  story.connection();
  story.contact();
  story.opened('long');
  for (let number = 0; number < total; number += 1) story.received(`message ${number}`, 'long');
  const position = await appendStory(store, story.events);
  for (const projection of [inbox, audit]) model.run(store, projection);
  for (const name of ['inbox', 'audit'] as const)
    expect(await model.positions.waitFor(name, position, 60_000)).toBe(true);
});
afterAll(() => model.close());

const counting: Pick<EventStore, 'load'> = {
  load: async (stream, from) => {
    loads.now += 1;
    loads.most = Math.max(loads.most, loads.now);
    await new Promise(resolve => setImmediate(resolve));
    const events = await store.load(stream, from);
    loads.now -= 1;
    return events;
  },
};

it('a long conversation is read page by page, some streams at a time', async () => {
  const site = { tenants: model.tenants, events: counting, mediaLinks: { signed: asItIs } };
  const asked = { companyId: company, ticketId: idOf('long'), showsTakenBack: true };
  const half = story.events.findIndex(({ entityId }) => entityId === idOf('message 149'));
  const at = new Date(story.events[half]?.metadata.at ?? '').toISOString();
  const ids: string[] = [];
  for (let cursor: string | undefined, isMore = true; isMore; ) {
    const page = await readPastMessages(site, { ...asked, at, cursor });
    ids.unshift(...page.messages.map(({ id }) => id));
    cursor = page.nextCursor ?? undefined;
    isMore = page.nextCursor !== null;
  }
  expect(ids).toEqual(Array.from({ length: 150 }, (_, number) => idOf(`message ${number}`)));
  // Those of the messages, and that of the ticket.
  expect(loads.most).toBe(10 + 1);
});
const asItIs = <View>(view: View): View => view;
