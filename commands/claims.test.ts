import { describe, expect, it } from 'vitest';
import { openMemoryStore } from '#eventstore/memory.ts';
import { type EventStore, StoreUnavailable } from '#eventstore/types.ts';
import { createCommands } from './commands.ts';
import { newId } from './ids.ts';
import { accepted, allEvents, bySystem, createWorld, eventsOfType } from './testing/world.ts';

const user = (email: string, userId = newId()) => ({
  ...{ userId, name: 'Ana', email, profile: 'user' as const, superAdmin: false },
  ...{ queueIds: [], connectionIds: [] },
});

/** Lets `appends` through and is gone then, once. */
const failingAfter = (store: EventStore, appends: number): EventStore => {
  let left = appends;
  return {
    ...store,
    append: (...args) => {
      left -= 1;
      return left < 0 ? Promise.reject(new StoreUnavailable('gone')) : store.append(...args);
    },
  };
};

describe('a unique key', () => {
  it('has one owner, and what it is stands nowhere in a stream name', async () => {
    const { store, commands } = createWorld();
    const first = user('ana@demo.local');
    accepted(await commands.user.create(bySystem(), first));
    expect(await commands.user.create(bySystem(), user('ANA@demo.local'))).toEqual({
      rejected: 'ERR_EMAIL_ALREADY_EXISTS',
      details: { userId: first.userId },
    });
    const claims = (await allEvents(store)).filter(event => event.category === 'claim');
    expect(claims).toHaveLength(1);
    expect(claims[0]?.entityId).toMatch(/^user-email\.[0-9a-f]{64}$/);
  });

  it('has one owner when many want it at once', async () => {
    const store = openMemoryStore();
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, () =>
        createCommands({ store }).user.create(bySystem(), user('ana@demo.local')),
      ),
    );
    expect(outcomes.filter(outcome => 'changed' in outcome)).toHaveLength(1);
    expect(await eventsOfType(store, 'UserCreated')).toHaveLength(1);
  });

  it('belongs to one company only', async () => {
    const { commands } = createWorld();
    accepted(await commands.user.create(bySystem(), user('ana@demo.local')));
    accepted(await commands.user.create({ ...bySystem(), companyId: newId() }, user('ana@demo.local')));
  });

  it('is free again when its owner changes or goes', async () => {
    const { commands } = createWorld();
    const first = user('ana@demo.local');
    accepted(await commands.user.create(bySystem(), first));
    accepted(await commands.user.change(bySystem(), { ...first, email: 'ana.lima@demo.local' }));
    accepted(await commands.user.create(bySystem(), user('ana@demo.local')));
    accepted(await commands.user.remove(bySystem(), { userId: first.userId }));
    accepted(await commands.user.create(bySystem(), user('ana.lima@demo.local')));
  });

  it('is kept when a change is refused', async () => {
    const { commands } = createWorld();
    const [ana, bruno] = [user('ana@demo.local'), user('bruno@demo.local')];
    accepted(await commands.user.create(bySystem(), ana));
    accepted(await commands.user.create(bySystem(), bruno));
    expect(await commands.user.change(bySystem(), { ...ana, email: bruno.email })).toMatchObject({
      rejected: 'ERR_EMAIL_ALREADY_EXISTS',
    });
    expect(await commands.user.change(bySystem(), { ...ana, name: '', email: 'x@y.z' })).toMatchObject({
      rejected: 'ERR_VALIDATION',
    });
    expect(await commands.user.create(bySystem(), user('ana@demo.local'))).toHaveProperty('rejected');
    accepted(await commands.user.create(bySystem(), user('x@y.z')));
  });

  it('is taken over from an owner who never came to be, and who never will', async () => {
    const store = openMemoryStore();
    const lost = user('ana@demo.local');
    const crashing = createCommands({ store: failingAfter(store, 1) });
    await expect(crashing.user.create(bySystem(), lost)).rejects.toThrow(StoreUnavailable);
    const commands = createCommands({ store });
    accepted(await commands.user.create(bySystem(), user('ana@demo.local')));
    expect(await commands.user.create(bySystem(), lost)).toHaveProperty('rejected');
    expect(await eventsOfType(store, 'UserCreated')).toHaveLength(1);
  });

  it('goes on with its owner when that command comes again after a crash', async () => {
    const store = openMemoryStore();
    const [lost, context] = [user('ana@demo.local'), bySystem()];
    const crashing = createCommands({ store: failingAfter(store, 1) });
    await expect(crashing.user.create(context, lost)).rejects.toThrow(StoreUnavailable);
    expect(accepted(await createCommands({ store }).user.create(context, lost)).changed).toBe(true);
    expect(await eventsOfType(store, 'KeyClaimed')).toHaveLength(1);
  });

  it('guards queue colours and contact numbers, Brazilian ninth digit or not', async () => {
    const { commands } = createWorld();
    const queue = { name: 'Vendas', color: '#00AA00', greetingMessage: '', outOfHoursMessage: '' };
    accepted(await commands.queue.create(bySystem(), { ...queue, queueId: newId() }));
    expect(
      await commands.queue.create(bySystem(), { ...queue, color: '#00aa00', queueId: newId() }),
    ).toMatchObject({ rejected: 'ERR_QUEUE_COLOR_ALREADY_EXISTS' });
    const contactId = newId();
    const contact = { name: 'Clara', number: '+55 (11) 98765-4321' };
    accepted(await commands.contact.create(bySystem(), { ...contact, contactId }));
    expect(
      await commands.contact.create(bySystem(), { name: 'Cla', number: '551187654321', contactId: newId() }),
    ).toEqual({ rejected: 'ERR_DUPLICATED_CONTACT', details: { contactId } });
  });

  it('is not kept by a command that was refused for another key', async () => {
    const { store, commands } = createWorld();
    const contact = (number: string, lid: string | null) =>
      commands.contact.create(bySystem(), { contactId: newId(), name: 'Clara', number, lid });
    accepted(await contact('5511987654321', null));
    expect(await contact('5511987654321', '77001')).toMatchObject({ rejected: 'ERR_DUPLICATED_CONTACT' });
    const lid = (await allEvents(store)).filter(event => event.entityId.startsWith('contact-lid'));
    expect(lid.map(event => event.type)).toEqual(['KeyClaimed', 'KeyReleased']);
  });
});
