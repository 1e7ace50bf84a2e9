import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openMemoryStore } from '#eventstore/memory.ts';
import { losingKeys } from '#eventstore/testing/losing-keys.ts';
import { unreadableIn } from '#eventstore/testing/unreadable-in.ts';
import type { EventStore, Recorded } from '#eventstore/types.ts';
import { rebuildBeside } from './build.ts';
import { readCheckpoint, readParkedOf } from './checkpoint.ts';
import { inbox } from './inbox/projection.ts';
import { scopeOfUnreadable } from './kit/alone.ts';
import type { Projection } from './kit/projection.ts';
import type { Notification } from './position.ts';
import { type InboxStory, openInboxStory } from './testing/inbox-story.ts';
import { dump, openReadModel, type ReadModel } from './testing/read-model.ts';
import { refusing } from './testing/refusing.ts';
import { appendStory, company, openStory, otherCompany } from './testing/story.ts';

let model: ReadModel;
let store: EventStore;
let ours: InboxStory;
let theirs: InboxStory;

beforeEach(async () => {
  model = await openReadModel();
  store = openMemoryStore();
  const story = openStory();
  ours = openInboxStory(company, '', story);
  theirs = openInboxStory(otherCompany, 'their ', story);
});
afterEach(() => model.close());

let told = 0;
beforeEach(() => {
  told = 0;
});
/** Appends what was told since; answers the position of its end. */
const append = async (): Promise<number> => {
  const events = ours.events.slice(told);
  told = ours.events.length;
  return appendStory(store, events);
};
const beginnings = () => {
  for (const [story, ticket] of [
    [ours, 't'],
    [theirs, 't'],
  ] as const) {
    story.contact();
    story.opened(ticket);
    story.received('one', ticket);
    story.received('two', ticket);
  }
};
const bodies = async () =>
  (await model.pool.query<{ body: string }>('select body from inbox.message order by placed')).rows.map(
    ({ body }) => body,
  );
const emojis = async (story: InboxStory, message: string) =>
  (
    await model.pool.query(`select reactions -> 0 ->> 'emoji' as emoji from inbox.message where id = $1`, [
      story.id(message),
    ])
  ).rows[0]?.emoji;
const parked = () => readParkedOf(model.pool, 'inbox');
const never = () => new AbortController().signal;
const build = (projection: Projection, from = store) =>
  rebuildBeside({ projection, databaseUrl: model.url, store: from, signal: never() });
const reactionTo = (story: InboxStory, message: string) => (event: Recorded) =>
  event.type === 'MessageReacted' && event.entityId === story.id(message);
/** Longer than an index takes, however well it is packed. */
const renamed = (story: InboxStory, companyId = company) => {
  const data = { contactId: story.id('contact'), email: null, queueId: null };
  const name = `Clara ${randomBytes(9_000).toString('base64')}`;
  return story.tell(
    'contact',
    data.contactId,
    { type: 'ContactChanged', data: { ...data, name } },
    companyId,
  );
};
const isReceived = (story: InboxStory, message: string) => (event: Recorded) =>
  event.type === 'MessageReceived' && event.entityId === story.id(message);

describe('an event that cannot be folded', () => {
  it('stops its own stream alone where no other changes its row, and is named', async () => {
    const logged: object[] = [];
    const log = { info: () => {}, warn: () => {}, error: (details: object) => logged.push(details) };
    model.run(store, refusing(inbox, reactionTo(ours, 'one')), log);
    beginnings();
    const refused = ours.reacted('one', '👍');
    ours.about('one', 'MessageRead');
    ours.reacted('two', '🎉');
    ours.received('three', 't');
    theirs.reacted('one', '❤️');
    const position = await append();
    await model.shown(position);
    expect(await bodies()).toEqual(['one', 'two', 'one', 'two', 'three']);
    expect(await emojis(ours, 'one')).toBeNull();
    expect(await emojis(ours, 'two')).toBe('🎉');
    expect(await emojis(theirs, 'one')).toBe('❤️');
    expect(await readCheckpoint(model.pool, 'inbox')).toMatchObject({ position, error: null });
    const { stream, revision, id } = refused;
    const named = { stream, companyId: company, revision, eventId: id, eventType: 'MessageReacted' };
    expect(await parked()).toMatchObject([{ ...named, scope: 'stream', reason: 'there is no place for it' }]);
    expect(logged).toMatchObject([{ projection: 'inbox', event: { type: 'MessageReacted', id, stream } }]);
  });

  it('is found among others when it is Postgres that refuses it, and nothing it holds is told', async () => {
    model.run(store);
    beginnings();
    renamed(ours);
    ours.received('three', 't');
    await model.shown(await append());
    expect(await bodies()).toHaveLength(5);
    const [waiting, ...others] = await parked();
    expect(waiting).toMatchObject({ scope: 'stream', eventType: 'ContactChanged' });
    expect(waiting?.reason).toContain('index row');
    expect(waiting?.reason).not.toContain('Clara');
    expect(others).toEqual([]);
  });

  it('stops its tenant alone where others change its rows', async () => {
    model.run(store, refusing(inbox, isReceived(ours, 'three')));
    beginnings();
    ours.received('three', 't');
    theirs.received('three', 't');
    ours.received('four', 't');
    ours.opened('u');
    theirs.received('four', 't');
    await model.shown(await append());
    expect(await bodies()).toEqual(['one', 'two', 'one', 'two', 'three', 'four']);
    expect(await parked()).toMatchObject([
      { scope: 'tenant', companyId: company, eventType: 'MessageReceived' },
    ]);
    const { rows } = await model.pool.query('select company_id, unread from inbox.ticket order by unread');
    expect(rows).toEqual([
      { company_id: company, unread: 2 },
      { company_id: otherCompany, unread: 4 },
    ]);
  });

  it('stops its tenant from where an event of its stream changes rows of others', async () => {
    model.run(store, refusing(inbox, reactionTo(ours, 'one')));
    beginnings();
    ours.reacted('one', '👍');
    ours.received('three', 't');
    ours.about('one', 'MessageDeleted');
    ours.received('four', 't');
    theirs.received('three', 't');
    await model.shown(await append());
    expect(await bodies()).toEqual(['one', 'two', 'one', 'two', 'three', 'three']);
    expect((await parked()).map(({ scope, eventType }) => `${scope} ${eventType}`)).toEqual([
      'stream MessageReacted',
      'tenant MessageDeleted',
    ]);
  });

  it('stays parked when another runner goes on', async () => {
    const first = model.run(store, refusing(inbox, reactionTo(ours, 'one')));
    beginnings();
    ours.reacted('one', '👍');
    await model.shown(await append());
    await first.stop();
    model.run(store);
    ours.reacted('one', '🎉');
    ours.received('three', 't');
    await model.shown(await append());
    expect(await emojis(ours, 'one')).toBeNull();
    expect(await bodies()).toHaveLength(5);
    expect(await parked()).toHaveLength(1);
  });

  it('is parked from where it stands, although one that comes after it was parked before a crash', async () => {
    beginnings();
    const refused = ours.reacted('one', '👍');
    ours.received('three', 't');
    const position = await append();
    await model.pool.query(
      `insert into projection.parked
         (name, scope, stream, company_id, revision, position, event_id, event_type, reason)
       values ('inbox', 'stream', $1, $2, 9, $3, gen_random_uuid(), 'MessageReacted', 'then')`,
      [refused.stream, company, position + 128],
    );
    model.run(store, refusing(inbox, reactionTo(ours, 'one')));
    await model.shown(position);
    const { revision, id: eventId } = refused;
    expect(await parked()).toMatchObject([{ revision, position: refused.position, eventId }]);
    expect(await bodies()).toHaveLength(5);
  });

  it('is parked in a copy that is built, and in one that takes its place', async () => {
    beginnings();
    ours.reacted('one', '👍');
    theirs.reacted('two', '👍');
    ours.received('three', 't');
    await append();
    const late = refusing(inbox, event => event.type === 'MessageReacted');
    let asked = 0;
    const store_: EventStore = {
      ...store,
      head: async () => {
        asked += 1;
        if (asked > 1 && told === ours.events.length && told < 14) {
          renamed(theirs, otherCompany);
          ours.received('four', 't');
          theirs.received('three', 't');
          await append();
        }
        return store.head();
      },
    };
    await build(late, store_);
    expect(await bodies()).toHaveLength(7);
    const waiting = (await parked()).map(({ eventType, reason }) => `${eventType}: ${reason.slice(0, 9)}`);
    expect(waiting).toEqual([
      ...['MessageReacted: there is ', 'MessageReacted: there is '],
      'ContactChanged: index row',
    ]);
  });
});

describe('what is parked', () => {
  const park = async (refused: (event: Recorded) => boolean) => {
    const runner = model.run(store, refusing(inbox, refused));
    beginnings();
    ours.reacted('one', '👍');
    ours.received('three', 't');
    ours.read('t');
    ours.reacted('one', '🎉');
    ours.received('four', 't');
    theirs.received('three', 't');
    await model.shown(await append());
    expect(await parked()).toHaveLength(1);
    await runner.stop();
  };
  const whole = async () => {
    await build(inbox);
    return dump(model, 'inbox');
  };

  it.each([
    ['a stream', () => reactionTo(ours, 'one')],
    ['a tenant', () => isReceived(ours, 'three')],
  ])('is taken up in order by a version that can fold it: %s', async (_, refused) => {
    await park(refused());
    const told_: Notification[] = [];
    model.positions.onNotification('inbox', note => told_.push(note));
    const { position = 0 } = (await readCheckpoint(model.pool, 'inbox')) ?? {};
    const serving = model.serve(store);
    await model.until(`select 1 from projection.checkpoint where name = 'inbox' and taken_up = $1`, [
      position,
    ]);
    // The live runner, which stood at the very position of the new copy, goes on in that and not with the old one.
    ours.reacted('two', '❤️');
    ours.received('five', 't');
    await model.shown(await append());
    expect(await emojis(ours, 'one')).toBe('🎉');
    expect(await bodies()).toContain('five');
    expect(await parked()).toEqual([]);
    await serving.stop();
    expect(await dump(model, 'inbox')).toBe(await whole());
    expect(told_.some(({ resync }) => resync)).toBe(true);
  });

  it('stays where it is while no version can fold it, and nothing is built for it', async () => {
    await park(isReceived(ours, 'three'));
    const copyOf = async () =>
      (await model.pool.query(`select to_regnamespace('inbox')::oid as copy`)).rows[0].copy;
    const before = await copyOf();
    const looked = Promise.withResolvers<string>();
    const log = {
      info: () => {},
      error: () => {},
      warn: (_: object, message: string) => looked.resolve(message),
    };
    const serving = model.serve(store, refusing(inbox, isReceived(ours, 'three')), log);
    expect(await looked.promise).toBe('what is parked cannot be folded yet');
    theirs.received('four', 't');
    await model.shown(await append());
    expect(await copyOf()).toBe(before);
    expect(await parked()).toMatchObject([{ scope: 'tenant' }]);
    await serving.stop();
  });

  it('is parked again in a new version that cannot fold it either', async () => {
    await park(isReceived(ours, 'three'));
    const next = { ...refusing(inbox, isReceived(ours, 'three')), version: inbox.version + 1 };
    const serving = model.serve(store, next);
    await model.until(`select 1 from projection.checkpoint where name = 'inbox' and version = $1`, [
      next.version,
    ]);
    expect(await parked()).toMatchObject([{ scope: 'tenant', eventType: 'MessageReceived' }]);
    await serving.stop();
  });
});

describe('an event that cannot be read', () => {
  const lost = () => {
    const ring = losingKeys();
    store = openMemoryStore({ keys: ring.keys });
    return ring;
  };
  const ourPerson = () => ours.id('contact');

  it('stops its tenant alone where its rows are shared, and is taken up when its key is there again', async () => {
    const ring = lost();
    beginnings();
    await append();
    const serving = model.serve(store);
    await model.shown(await store.head());
    ours.received('three', 't');
    ours.received('four', 't');
    theirs.received('three', 't');
    ring.lose(ourPerson());
    await model.shown(await append());
    expect(await bodies()).toEqual(['one', 'two', 'one', 'two', 'three']);
    expect(await parked()).toMatchObject([
      { scope: 'tenant', companyId: company, eventType: 'MessageReceived', missing: [ourPerson()] },
    ]);
    expect(await readCheckpoint(model.pool, 'inbox')).toMatchObject({ error: null });
    ring.restore();
    await expect.poll(parked, { timeout: 30_000 }).toEqual([]);
    await expect.poll(bodies).toEqual(['one', 'two', 'one', 'two', 'three', 'four', 'three']);
    await serving.stop();
    const shown = await dump(model, 'inbox');
    await build(inbox);
    expect(await dump(model, 'inbox')).toBe(shown);
  });

  it('stops its stream alone where no other changes its row, and nothing where it changes nothing', async () => {
    beginnings();
    const reacted = ours.reacted('one', '👍');
    ours.received('three', 't');
    const odd = unreadableIn(store, event => event.id === reacted.id);
    const known: EventStore = {
      ...odd,
      async *subscribe(options) {
        for await (const batch of odd.subscribe(options))
          yield {
            ...batch,
            unreadable: batch.unreadable?.map(each => ({ ...each, type: 'MessageReacted' })) ?? [],
          };
      },
    };
    model.run(known);
    await model.shown(await append());
    expect(await bodies()).toHaveLength(5);
    expect(await parked()).toMatchObject([{ scope: 'stream', stream: reacted.stream }]);
    const ignored = scopeOfUnreadable(inbox, { category: 'claim', type: 'KeyClaimed' });
    expect(ignored).toBeUndefined();
  });

  it('is parked in a copy that is built', async () => {
    const ring = lost();
    beginnings();
    ours.received('three', 't');
    theirs.received('three', 't');
    await append();
    ring.lose(ourPerson());
    await build(inbox);
    expect(await bodies()).toEqual(['one', 'two', 'three']);
    const missing = [ourPerson()];
    expect(await parked()).toMatchObject([
      { scope: 'stream', companyId: company, eventType: 'ContactCreated', missing },
      { scope: 'tenant', companyId: company, eventType: 'MessageReceived', missing },
    ]);
  });

  it('of a later version is waited for by a copy, too, to which the store does not give it', async () => {
    beginnings();
    const later = ours.received('later', 't');
    const old = unreadableIn(store, event => event.id === later.id);
    const runner = model.run(old);
    await model.shown(await append());
    expect(await parked()).toMatchObject([{ scope: 'tenant', eventType: 'MessageReceivedLater' }]);
    await runner.stop();
    ours.received('after', 't');
    theirs.received('three', 't');
    await append();
    await build(inbox, old);
    expect(await bodies()).toEqual(['one', 'two', 'one', 'two', 'three']);
    expect(await parked()).toMatchObject([{ scope: 'tenant', eventType: 'MessageReceivedLater' }]);
  });
});
