import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { AnyEvent } from '#domain/catalogue.ts';
import { records } from '#domain/records/records.ts';
import { openMemoryStore } from '#eventstore/memory.ts';
import type { EventStore, Recorded } from '#eventstore/types.ts';
import { type Concept, concepts, recordConcepts } from './concepts.ts';
import { newId } from './ids.ts';
import { lagging } from './testing/lagging.ts';
import { accepted, allEvents, by, createWorld, person } from './testing/world.ts';

const names = ['Atraso', 'Brinde', 'Compra', 'Defeito'] as const;
const color = '#112233';
const admin = person('admin');

type Act = {
  readonly tag: number;
  readonly name?: (typeof names)[number] | undefined;
  readonly process: number;
};

/** Renames a tag, or removes it. */
const act: fc.Arbitrary<Act> = fc.record({
  tag: fc.nat({ max: 2 }),
  name: fc.option(fc.constantFrom(...names), { nil: undefined, freq: 6 }),
  process: fc.constantFrom(0 as const, 1 as const),
});
/** Acts of one group run at once, groups one after the other. */
const story = fc.array(fc.array(act, { minLength: 1, maxLength: 5 }), { maxLength: 6 });

const play = async (store: EventStore, groups: readonly (readonly Act[])[]) => {
  const processes = [createWorld(store).commands, createWorld(store).commands] as const;
  const ids = [newId(), newId(), newId()];
  for (const [index, tagId] of ids.entries())
    accepted(await processes[0].tag.create(by(admin), { tagId, name: `first ${index}`, color }));
  const run = ({ tag, name, process }: Act) => {
    const [commands, tagId = ''] = [processes[process]?.tag, ids[tag]];
    return name
      ? commands?.change(by(admin), { tagId, name, color })
      : commands?.remove(by(admin), { tagId });
  };
  for (const group of groups) await Promise.all(group.map(run));
};

const fold = <State, Event extends AnyEvent>(
  events: readonly Recorded[],
  { entity, isEvent }: Pick<Concept<State, Event>, 'entity' | 'isEvent'>,
): ReadonlyMap<string, State> => {
  const states = new Map<string, State>();
  for (const event of events) {
    const { entityId } = event;
    if (isEvent(event)) states.set(entityId, entity.evolve(states.get(entityId) ?? entity.initial, event));
  }
  return states;
};

/** The keys that are held, by owner; and the names of those who live. */
const standing = (events: readonly Recorded[]) => {
  const claims = [...fold(events, concepts.claim).values()];
  const tags = [...fold(events, recordConcepts.tag)].filter(([, tag]) => tag.status === 'active');
  return {
    owners: claims.flatMap(claim => (claim.status === 'held' ? [claim.ownerId] : [])).sort(),
    living: tags.map(([id]) => id).sort(),
    names: tags.flatMap(([, tag]) => records.tag.keysOf(tag).map(({ value }) => value)),
  };
};

it('two names that a tag gets at once leave it one of them, and the other to whoever wants it', async () => {
  const store = openMemoryStore();
  const { tag } = createWorld(store).commands;
  const tagId = newId();
  accepted(await tag.create(by(admin), { tagId, name: 'Atraso', color }));
  const both = await Promise.all(
    ['Brinde', 'Compra'].map(name => tag.change(by(admin), { tagId, name, color })),
  );
  for (const outcome of both) accepted(outcome);
  const { owners, names: taken } = standing(await allEvents(store));
  expect(owners).toEqual([tagId]);
  for (const name of names.filter(each => !taken.includes(each.toLowerCase())))
    accepted(await tag.create(by(admin), { tagId: newId(), name, color }));
});

it('what was no change when it was looked at takes its name first when another change came between', async () => {
  const store = openMemoryStore();
  const tagId = newId();
  const { tag } = createWorld(store).commands;
  accepted(await tag.create(by(admin), { tagId, name: 'Compra', color }));
  let looks = 0;
  const load: EventStore['load'] = async (stream, ...from) => {
    const isSecond = stream.includes(tagId) && ++looks === 2;
    if (isSecond) accepted(await tag.change(by(admin), { tagId, name: 'Defeito', color }));
    return store.load(stream, ...from);
  };
  const other = createWorld({ ...store, load }).commands.tag;
  accepted(await other.change(by(admin), { tagId, name: 'Compra', color }));
  const { owners, names: taken } = standing(await allEvents(store));
  expect({ owners, taken }).toEqual({ owners: [tagId], taken: ['compra'] });
  const named = (name: string) => tag.create(by(admin), { tagId: newId(), name, color });
  expect(await named('Compra')).toMatchObject({ rejected: 'ERR_TAG_ALREADY_EXISTS' });
  accepted(await named('Defeito'));
});

it('a change that is done anew takes its name anew, so that nobody gives back what it took before', async () => {
  const store = openMemoryStore();
  const tagId = newId();
  const { tag } = createWorld(store).commands;
  accepted(await tag.create(by(admin), { tagId, name: 'Compra', color }));
  const isOfTag = (stream: string) => stream.includes(tagId);
  const [slowTries, leaving, slowTriesAgain] = [0, 1, 2].map(() => Promise.withResolvers<void>());
  const changeTo = (name: string, changed: Partial<EventStore>, into = color) =>
    createWorld({ ...store, ...changed }).commands.tag.change(by(admin), { tagId, name, color: into });

  // Takes the name, and has it, in another colour, once the slow one has taken it, too.
  const quick = changeTo(
    'Atraso',
    {
      append: async (stream, ...rest) => {
        if (isOfTag(stream)) await slowTries?.promise;
        return store.append(stream, ...rest);
      },
    },
    '#445566',
  );
  // Has another name, and gives this one back when the slow one writes for the second time.
  const leave = () =>
    changeTo('Brinde', {
      append: async (stream, revision, events) => {
        if (events.some(({ event }) => event.type === 'KeyReleased')) {
          leaving?.resolve();
          await slowTriesAgain?.promise;
        }
        return store.append(stream, revision, events);
      },
    });
  let [tries, looks] = [0, 0];
  let left: ReturnType<typeof leave> | undefined;
  const slow = changeTo('Atraso', {
    // First what there is instead, then, done anew, what there is by now.
    load: async (stream, ...from) => {
      if (isOfTag(stream) && tries === 1 && ++looks === 2) {
        left = leave();
        await leaving?.promise;
      }
      return store.load(stream, ...from);
    },
    append: async (stream, ...rest) => {
      if (isOfTag(stream) && ++tries === 1) {
        slowTries?.resolve();
        await quick;
      } else if (isOfTag(stream)) {
        slowTriesAgain?.resolve();
        await left;
      }
      return store.append(stream, ...rest);
    },
  });
  accepted(await slow);
  expect(tries).toBe(2);
  const { owners, names: taken } = standing(await allEvents(store));
  expect({ owners, taken }).toEqual({ owners: [tagId], taken: ['atraso'] });
});

it('whoever lives holds the key of its name and no other, however changes of it meet', async () => {
  await fc.assert(
    fc.asyncProperty(story, fc.infiniteStream(fc.nat({ max: 7 })), async (groups, lags) => {
      const store = lagging(openMemoryStore(), lags);
      await play(store, groups);
      const { owners, living, names: taken } = standing(await allEvents(store));
      expect(owners).toEqual(living);
      expect(new Set(taken).size).toBe(taken.length);
    }),
    { numRuns: 60 },
  );
}, 30_000);
