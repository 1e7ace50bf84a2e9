import type { AnyEvent } from '#domain/catalogue.ts';
import { type Category, streamName } from '#domain/shared/stream.ts';
import { createChance } from '../contract/walk/chance.ts';
import { deriveId } from '../event-id.ts';
import { readFrozen } from '../fixtures/frozen.ts';
import { type EventStore, noStream, type Recorded } from '../types.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const companyId = deriveId('every event', 'company');
/** Of one of the entities of a kind: `contact`, `ticket`, `import` and the like. */
export const entityId = (kind: string, number: number): string =>
  deriveId('every event', kind, String(number));
/** So many entities of each kind, so that what happens concerns what has happened before. */
const entities = 2;

/** `quotedMessageId`, `successorId` and the like name one of a kind that has another name. */
const kinds: readonly [RegExp, string][] = [
  // Nobody is merged into who is merged into them.
  [/^winner/, 'winner'],
  [/^(loser|contact|persons|members|merged)/i, 'contact'],
  [/message/i, 'message'],
  [/^(successor|queue)/i, 'queue'],
  [/^(user|author|owner|by)/i, 'user'],
];
const kindOf = (name: string): string =>
  kinds.find(([pattern]) => pattern.test(name))?.[1] ?? name.replace(/Ids?$/, '').toLowerCase();

type Choose = (kind: string) => string;

const rebound = (value: unknown, name: string, pick: Choose): unknown => {
  if (typeof value === 'string')
    return uuid.test(value) ? (name === 'companyId' ? companyId : pick(kindOf(name))) : value;
  if (Array.isArray(value)) return value.map(item => rebound(item, name, pick));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, rebound(inner, key, pick)] as const),
  );
};

/** The id of the stream's entity: the field that is named like its category, or the first id there is. */
const entityOf = (category: Category, data: unknown, pick: Choose): string => {
  const ids = Object.entries(data ?? {}).filter(([, value]) => typeof value === 'string' && uuid.test(value));
  const own = ids.find(([name]) => name.toLowerCase() === `${category}id`) ?? ids.at(0);
  return typeof own?.[1] === 'string' ? own[1] : pick(category);
};

/**
 * Events of every type in the catalogue, each some times, in an order that is drawn by lot, the same for the same seed.
 * They happen to a few entities of one company, whether that makes sense or not, a minute apart.
 */
export const everyEvent = (seed: number, times: number): readonly Recorded[] => {
  const chance = createChance(seed);
  const pick: Choose = kind => entityId(kind, chance.below(entities));
  const examples = readFrozen().flatMap(({ category, examples: forms }) =>
    forms.map(({ means }) => ({ category, means })),
  );
  const drawn = Array.from({ length: times }, () => examples)
    .flat()
    .map(example => ({ example, lot: chance.random() }))
    .toSorted((one, other) => one.lot - other.lot);
  const revisions = new Map<string, number>();
  return drawn.map(({ example: { category, means } }, index) => {
    const data = rebound(means.data, '', pick);
    const entity = entityOf(category, data, pick);
    const stream = streamName(category, companyId, entity);
    const revision = (revisions.get(stream) ?? -1) + 1;
    revisions.set(stream, revision);
    const id = deriveId('every event', String(seed), String(index));
    const at = new Date(Date.UTC(2026, 0, 5, 12, index)).toISOString();
    return {
      ...({ type: means.type, data } as AnyEvent),
      ...{ id, stream, category, companyId, entityId: entity, revision, position: (index + 1) * 128 },
      metadata: { companyId, actor: { kind: 'system' }, at, commandId: id },
    };
  });
};

/** Appends one of them behind whatever its stream holds. */
export const appendOneOf = async (
  store: Pick<EventStore, 'load' | 'append'>,
  { id, stream, metadata, type, data }: Recorded,
): Promise<void> => {
  const expected = (await store.load(stream)).at(-1)?.revision ?? noStream;
  const event = { type, data } as AnyEvent;
  await store.append(stream, expected, [{ id, event, metadata, persons: [companyId] }]);
};
