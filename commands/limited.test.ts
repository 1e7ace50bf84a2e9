import { describe, expect, it } from 'vitest';
import { mostApiKeys } from '#domain/api-key/api-key.ts';
import { maxWebhooks } from '#domain/webhook/event-types.ts';
import { openMemoryStore } from '#eventstore/memory.ts';
import type { EventStore } from '#eventstore/types.ts';
import type { CommandContext, Outcome } from './context.ts';
import { newId } from './ids.ts';
import { accepted, by, bySystem, createWorld, eventsOfType, person } from './testing/world.ts';

const admin = person('admin');
type World = ReturnType<typeof createWorld>;
type Made = { readonly id: string; readonly context: CommandContext; readonly outcome: Promise<Outcome> };
type Limited = {
  readonly most: number;
  readonly full: object;
  readonly type: 'WebhookCreated' | 'ApiKeyCreated';
  readonly stream: string;
  readonly create: (
    world: World,
    id: string,
    context: CommandContext,
    existing?: string[],
  ) => Promise<Outcome>;
  readonly remove: (world: World, id: string) => Promise<Outcome>;
};

/** Whatever is not a record and may be there so often: a record's limit is walked with the records. */
const limits: readonly (readonly [string, Limited])[] = [
  [
    'webhooks',
    {
      ...{ most: maxWebhooks, type: 'WebhookCreated', stream: 'webhook-' },
      full: { rejected: 'ERR_WEBHOOK_LIMIT', details: { limit: maxWebhooks } },
      create: ({ commands }, webhookId, context, existing = []) =>
        commands.webhook.create(context, {
          ...{ webhookId, url: 'https://loja.example.com/', events: ['message.received'], payload: 'thin' },
          ...{ description: '', enabled: true, connectionIds: null, existing },
        }),
      remove: ({ commands }, webhookId) => commands.webhook.remove(bySystem(), { webhookId }),
    },
  ],
  [
    'API keys',
    {
      ...{ most: mostApiKeys, type: 'ApiKeyCreated', stream: 'apikey-' },
      full: { rejected: 'ERR_TOO_MANY_API_KEYS', details: { most: mostApiKeys } },
      create: ({ commands }, apiKeyId, context, existing = []) =>
        commands.apiKey.create(context, {
          ...{ apiKeyId, name: 'Loja', prefix: 'blc_4fQz', scopes: ['send'], expiresAt: null, existing },
        }),
      remove: ({ commands }, apiKeyId) => commands.apiKey.revoke(bySystem(), { apiKeyId }),
    },
  ],
];

describe.each(limits)(
  'as many %s as a company may have',
  (_, { most, full, type, stream, create, remove }) => {
    const one = (world: World, existing?: string[]): Made => {
      const [id, context] = [newId(), by(admin)];
      return { id, context, outcome: create(world, id, context, existing) };
    };
    const several = async (world: World, count: number) => {
      const ids: string[] = [];
      for (let n = 0; n < count; n += 1) {
        const { id, outcome } = one(world);
        accepted(await outcome);
        ids.push(id);
      }
      return ids;
    };
    const there = async ({ store }: World) => (await eventsOfType(store, type)).length;

    it('are not exceeded by two at once, in whatever process', async () => {
      const world = createWorld();
      await several(world, most - 1);
      const elsewhere = createWorld(world.store);
      const outcomes = await Promise.all(
        [one(world), one(elsewhere), one(world)].map(({ outcome }) => outcome),
      );
      expect(outcomes.filter(outcome => 'rejected' in outcome)).toEqual([full, full]);
      expect(await there(world)).toBe(most);
    });

    it('are answered the same when a call comes again, and there may be another once one is gone', async () => {
      const world = createWorld();
      const [first = ''] = await several(world, most - 1);
      const last = one(world);
      accepted(await last.outcome);
      accepted(await create(createWorld(world.store), last.id, last.context));
      expect(await one(world).outcome).toEqual(full);
      accepted(await remove(world, first));
      accepted(await one(world).outcome);
      expect(await one(world).outcome).toEqual(full);
    });

    it('are counted with those from before there were places', async () => {
      const store = openMemoryStore();
      // A log of an earlier version holds no claims.
      const old = createWorld({ ...store, append: withoutClaims(store) });
      const existing = await several(old, most - 1);
      const now = createWorld(store);
      accepted(await one(now, existing).outcome);
      const more = [one(now, existing), one(createWorld(store), existing)];
      expect(await Promise.all(more.map(({ outcome }) => outcome))).toEqual([full, full]);
      expect(await there(now)).toBe(most);
    });

    it('are no limit to the system, whose own count', async () => {
      const world = createWorld();
      const existing = Array.from({ length: most + 1 }, newId);
      for (const id of existing) accepted(await create(world, id, bySystem()));
      expect(await one(world, existing).outcome).toEqual(full);
    });

    it('leave the place of one whose process ended before it was there to the next', async () => {
      const world = createWorld();
      await several(world, most - 1);
      const dying: EventStore = {
        ...world.store,
        append: (to, expected, events) =>
          to.startsWith(stream)
            ? Promise.reject(new Error('the process ends'))
            : world.store.append(to, expected, events),
      };
      await expect(one(createWorld(dying)).outcome).rejects.toThrow('the process ends');
      accepted(await one(world).outcome);
      expect(await there(world)).toBe(most);
    });
  },
);

const withoutClaims =
  ({ append }: EventStore): EventStore['append'] =>
  (stream, expected, events) =>
    stream.startsWith('claim-')
      ? Promise.resolve({ revision: expected + events.length, position: 0 })
      : append(stream, expected, events);
