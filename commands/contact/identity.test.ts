import { describe, expect, it } from 'vitest';
import { isRejection } from '#domain/shared/decision.ts';
import { openMemoryStore } from '#eventstore/memory.ts';
import { type EventStore, StoreUnavailable } from '#eventstore/types.ts';
import { newId } from '../ids.ts';
import {
  accepted,
  by,
  byConnection,
  bySystem,
  createWorld,
  eventsOfType,
  hearing,
  inbound,
  person,
} from '../testing/world.ts';

const number = '5511987654321';
const lid = '77001';
const byNumber = { number, lid: null };
const byLid = { number: '', lid };
const byBoth = { number, lid };

const places = async (store: EventStore) =>
  (await eventsOfType(store, 'MessageReceived')).map(event =>
    event.type === 'MessageReceived' ? event.data.ticketId : '',
  );
const write = async (store: EventStore, chat: object, more: object = {}) =>
  accepted(await createWorld(store).commands.message.receive(byConnection(), inbound({ chat, ...more })));
const contactIds = async (store: EventStore) =>
  (await eventsOfType(store, 'ContactCreated')).map(event => event.entityId);

describe('a person known by LID and by number', () => {
  it.each([
    ['LID first', [byLid, byBoth, byNumber, byLid]],
    ['number first', [byNumber, byBoth, byLid, byNumber]],
    ['both at once', [byBoth, byLid, byNumber]],
  ])('is one contact with one ticket: %s', async (_, chats) => {
    const store = openMemoryStore();
    for (const chat of chats) await write(store, chat);
    expect(await contactIds(store)).toHaveLength(1);
    expect(new Set(await places(store)).size).toBe(1);
  });

  it('becomes one contact when both were known apart, told by a message or by WhatsApp itself', async () => {
    for (const learn of [
      (store: EventStore) => write(store, byBoth),
      (store: EventStore) =>
        createWorld(store).commands.contact.learnIdentity(byConnection(), { number, lid }),
    ]) {
      const store = openMemoryStore();
      await write(store, byLid);
      await write(store, byNumber);
      const [first = '', second = ''] = await contactIds(store);
      await learn(store);
      const merged = await eventsOfType(store, 'ContactsMerged');
      expect(merged.map(event => event.data)).toEqual([{ contactId: second, otherId: first }]);
      const before = (await places(store)).length;
      await write(store, byLid);
      await write(store, byNumber);
      const [one, other] = (await places(store)).slice(before);
      expect(one).toBe(other);
      expect(await contactIds(store)).toHaveLength(2);
    }
  });

  it('stays two where somebody has said so', async () => {
    const store = openMemoryStore();
    await write(store, byLid);
    await write(store, byNumber);
    await write(store, byBoth);
    const [otherId = '', contactId = ''] = await contactIds(store);
    const { commands } = createWorld(store);
    accepted(await commands.contact.unmerge(by(person('admin')), { contactId, otherId }));
    await write(store, byBoth);
    expect(await eventsOfType(store, 'ContactMergedInto')).toHaveLength(1);
  });

  it('becomes one later when it could not in the moment in which WhatsApp told it', async () => {
    const store = openMemoryStore();
    await write(store, byLid);
    await write(store, byNumber);
    const [otherId = '', contactId = ''] = await contactIds(store);
    const third = { contactId: newId(), name: 'Outra', number: '5511900000003' };
    accepted(await createWorld(store).commands.contact.create(bySystem(), third));
    // Somebody merges the other elsewhere, between the two steps.
    const pair = { contactId: third.contactId, otherId };
    const meanwhile: EventStore['append'] = async (stream, ...rest) => {
      const appended = await store.append(stream, ...rest);
      if (stream.endsWith(contactId)) await createWorld(store).commands.contact.merge(bySystem(), pair);
      return appended;
    };
    await createWorld({ ...store, append: meanwhile }).commands.contact.merge(bySystem(), {
      contactId,
      otherId,
    });
    expect(await eventsOfType(store, 'ContactsUnmerged')).toHaveLength(1);
    accepted(await createWorld(store).commands.contact.unmerge(bySystem(), pair));
    await write(store, byBoth);
    const joined = await eventsOfType(store, 'ContactMergedInto');
    expect(joined.map(event => event.data)).toMatchObject([
      { winnerId: third.contactId },
      { winnerId: contactId },
    ]);
  });

  it('is left alone when no contact has either', async () => {
    const { store, commands } = createWorld();
    await commands.contact.learnIdentity(byConnection(), { number, lid });
    expect(await store.head()).toBe(0);
  });

  it('is found whatever Brazilian ninth digit the number is written with', async () => {
    const store = openMemoryStore();
    await write(store, { number: '551187654321', lid: null });
    await write(store, { number: '5511987654321', lid: null });
    expect(await contactIds(store)).toHaveLength(1);
  });
});

describe('the name of who writes', () => {
  const nameOf = async (store: EventStore) => (await eventsOfType(store, 'ContactChanged')).at(-1)?.data;
  const ana = { ...byBoth, name: 'Ana' };

  it('follows what they call themselves', async () => {
    const store = openMemoryStore();
    await write(store, ana);
    await write(store, { ...ana, name: 'Aninha' });
    expect(await nameOf(store)).toMatchObject({ name: 'Aninha', namedBy: 'whatsapp' });
  });

  it('never takes the place of one that an attendant gave', async () => {
    const store = openMemoryStore();
    await write(store, ana);
    const { commands } = createWorld(store);
    const [contactId = ''] = await contactIds(store);
    const given = { contactId, name: 'Ana da Farmácia', email: null, queueId: null };
    accepted(await commands.contact.change(by(person('user')), given));
    await write(store, { ...ana, name: 'Aninha' });
    expect(await nameOf(store)).toEqual(given);
  });
});

describe('a number that moved on', () => {
  const lid = '11111111111111';
  const [first, second] = ['5511900000001', '5511900000002'];
  const moved = async () => {
    const { store, commands } = createWorld();
    await write(store, { number: first, lid, name: 'Ana' });
    await write(store, { number: second, lid, name: 'Ana' });
    expect(await contactIds(store)).toHaveLength(1);
    return { store, commands };
  };

  it('is somebody else’s who writes with it', async () => {
    const { store } = await moved();
    await write(store, { number: first, lid: '22222222222222', name: 'Bia' });
    expect(await contactIds(store)).toHaveLength(2);
    expect(new Set(await places(store)).size).toBe(2);
    await write(store, { number: second, lid, name: 'Ana' });
    expect(await contactIds(store)).toHaveLength(2);
  });

  it('is erased with who had it, also as a member of groups, unless somebody else has it now', async () => {
    for (const isOthers of [false, true]) {
      const { store, commands } = await moved();
      const group = { number: '120363000000000001', lid: null, name: 'Família', isGroup: true };
      for (const number of [first, second]) {
        const member = { remoteJid: '120363000000000001@g.us', participant: `${number}@s.whatsapp.net` };
        await write(store, group, { waKey: { id: newId(), fromMe: false, ...member } });
      }
      const inGroup = (await eventsOfType(store, 'MessageReceived'))
        .slice(-2)
        .map(event => event.persons?.[1]);
      if (isOthers) await write(store, { number: first, lid: '22222222222222', name: 'Bia' });
      const [contactId = ''] = await contactIds(store);
      const counts = { tickets: 1, messages: 2, notes: 0, media: 0 };
      accepted(await commands.contact.erase(bySystem(), { contactId, confirmation: second, counts }));
      const [erased] = await eventsOfType(store, 'ContactErased');
      const expected = isOthers ? [contactId, inGroup[1]] : [contactId, ...inGroup];
      expect(erased?.data).toMatchObject({ persons: expected });
    }
  });

  it('may be given to another contact', async () => {
    const { commands } = await moved();
    const contact = { contactId: newId(), name: 'Bia', number: first };
    accepted(await commands.contact.create(bySystem(), contact));
  });
});

describe('merging by a person', () => {
  const ana = { number: '5511900000001', lid: null, name: 'Ana' };
  const double = { number: '5511900000002', lid: null, name: 'Ana 2' };
  const both = async () => {
    const { store, commands } = createWorld();
    await write(store, ana);
    await write(store, double);
    const [contactId = '', otherId = ''] = await contactIds(store);
    return { store, commands, contactId, otherId };
  };

  it('brings what the other writes to the winner, and the undo back to the other', async () => {
    const { store, commands, contactId, otherId } = await both();
    const receive = async (chat: object) => {
      accepted(await commands.message.receive(byConnection(), inbound({ chat })));
      return (await places(store)).at(-1);
    };
    const [anas, doubles] = [await receive(ana), await receive(double)];
    const admin = by(person('admin'));
    accepted(await commands.contact.merge(admin, { contactId, otherId }));
    expect(await receive(double)).toBe(anas);
    expect(await receive(ana)).toBe(anas);
    accepted(await commands.contact.unmerge(by(person('admin')), { contactId, otherId }));
    expect(await receive(double)).toBe(doubles);
    expect(await receive(ana)).toBe(anas);
    expect(await contactIds(store)).toHaveLength(2);
  });

  it('makes the active ticket of the one the ticket of both, until it is undone', async () => {
    const { store, commands } = createWorld();
    const contactId = newId();
    accepted(await commands.contact.create(bySystem(), { contactId, name: 'Ana', number: ana.number }));
    await write(store, double);
    const otherId = (await contactIds(store)).at(-1) ?? '';
    accepted(await commands.contact.merge(bySystem(), { contactId, otherId }));
    const [ticketId = ''] = await places(store);
    await commands.ticket.join(bySystem(), { ticketId, contactId });
    await write(store, ana);
    expect(new Set(await places(store))).toEqual(new Set([ticketId]));
    accepted(await commands.contact.unmerge(bySystem(), { contactId, otherId }));
    await write(store, ana);
    await write(store, double);
    const [anas, doubles] = (await places(store)).slice(-2);
    expect(doubles).toBe(ticketId);
    expect(anas).not.toBe(ticketId);
  });

  it('leaves at most one ticket active on a connection: the attended one, else the winner’s', async () => {
    for (const attended of [true, false]) {
      const { store, commands, contactId, otherId } = await both();
      const [anas = '', doubles = ''] = await places(store);
      if (attended) accepted(await commands.ticket.accept(by(person('admin')), { ticketId: doubles }));
      accepted(await commands.contact.merge(bySystem(), { contactId, otherId }));
      await commands.ticket.join(bySystem(), { ticketId: doubles, contactId });
      const closed = await eventsOfType(store, 'TicketClosed');
      expect(closed.map(event => event.entityId)).toEqual([attended ? anas : doubles]);
      await write(store, ana);
      await write(store, double);
      const stays = attended ? doubles : anas;
      expect((await places(store)).slice(-2)).toEqual([stays, stays]);
    }
  });

  it('refuses to reopen a ticket beside the active one of the same person', async () => {
    const { store, commands, contactId, otherId } = await both();
    const [anas = '', doubles = ''] = await places(store);
    const admin = person('admin');
    accepted(await commands.ticket.close(by(admin), { ticketId: doubles, justClose: true }));
    accepted(await commands.contact.merge(bySystem(), { contactId, otherId }));
    const queueId = newId();
    const texts = { color: '#00ff00', greetingMessage: '', outOfHoursMessage: '' };
    accepted(await commands.queue.create(bySystem(), { queueId, name: 'Vendas', ...texts }));
    expect(await commands.ticket.reopen(by(admin), { ticketId: doubles, queueId })).toMatchObject({
      rejected: 'ERR_OTHER_OPEN_TICKET',
      details: { ticketId: anas },
    });
  });

  it('leaves each its number: nobody else gets it', async () => {
    const { commands, contactId, otherId } = await both();
    accepted(await commands.contact.merge(bySystem(), { contactId, otherId }));
    const another = { contactId: newId(), name: 'Outra', number: double.number };
    expect(await commands.contact.create(bySystem(), another)).toMatchObject({
      rejected: 'ERR_DUPLICATED_CONTACT',
    });
  });

  it('is for admins, and for contacts of their company', async () => {
    const { commands, contactId, otherId } = await both();
    const refused = await commands.contact.merge(by(person('user')), { contactId, otherId });
    expect(refused).toMatchObject({ rejected: 'ERR_NO_PERMISSION' });
    const foreign = { ...bySystem(), companyId: newId() };
    expect(await commands.contact.merge(foreign, { contactId, otherId })).toMatchObject({
      rejected: 'ERR_NO_CONTACT_FOUND',
    });
  });

  it('never makes two contacts each other’s, however they meet', async () => {
    for (let round = 0; round < 20; round += 1) {
      const { store, contactId, otherId } = await both();
      const [one, other] = [createWorld(store), createWorld(store)];
      const outcomes = await Promise.all([
        one.commands.contact.merge(bySystem(), { contactId, otherId }),
        other.commands.contact.merge(bySystem(), { contactId: otherId, otherId: contactId }),
      ]);
      expect(outcomes.filter(outcome => !isRejection(outcome)).length).toBeLessThanOrEqual(1);
      const joins = (await eventsOfType(store, 'ContactMergedInto')).length;
      expect(joins).toBeLessThanOrEqual(1);
      await write(store, ana);
    }
  });

  it('is erased whole when the winner was removed before', async () => {
    for (const asked of ['winner', 'other'] as const) {
      const { store, commands, contactId, otherId } = await both();
      accepted(await commands.contact.merge(bySystem(), { contactId, otherId }));
      accepted(await commands.contact.remove(bySystem(), { contactId }));
      const mine = asked === 'winner' ? { id: contactId, ...ana } : { id: otherId, ...double };
      const counts = { tickets: 2, messages: 2, notes: 0, media: 0 };
      accepted(
        await commands.contact.erase(bySystem(), { contactId: mine.id, confirmation: mine.number, counts }),
      );
      const erased = await eventsOfType(store, 'ContactErased');
      expect(erased.map(event => event.entityId)).toEqual([otherId, contactId]);
    }
  });

  it('leads nobody into the other’s ticket who writes in the moment of its undoing', async () => {
    for (const followed of [false, true]) {
      const { store, contactId, otherId } = await both();
      const [, doubles] = await places(store);
      const world = createWorld(store);
      const deaf = followed ? hearing(world) : async () => undefined;
      const receive = () => world.commands.message.receive(byConnection(), inbound({ chat: double }));
      accepted(await createWorld(store).commands.contact.merge(bySystem(), { contactId, otherId }));
      accepted(await receive());
      // Another process undoes it, and this one has not heard of it.
      accepted(await createWorld(store).commands.contact.unmerge(bySystem(), { contactId, otherId }));
      accepted(await receive());
      await deaf();
      const [moved] = await eventsOfType(store, 'MessageMoved');
      const last = (await eventsOfType(store, 'MessageReceived')).at(-1);
      expect(moved?.entityId ?? last?.entityId).toBe(last?.entityId);
      expect((moved ?? last)?.data).toMatchObject({ ticketId: doubles });
    }
  });

  it('is erased whole by the same call when that broke off', async () => {
    for (const asked of ['winner', 'other'] as const) {
      const { store, commands, contactId, otherId } = await both();
      accepted(await commands.contact.merge(bySystem(), { contactId, otherId }));
      const mine = asked === 'winner' ? { id: contactId, ...ana } : { id: otherId, ...double };
      const counts = { tickets: 2, messages: 2, notes: 0, media: 0 };
      const command = { contactId: mine.id, confirmation: mine.number, counts };
      const breaking = createWorld({
        ...store,
        append: (stream, ...rest) =>
          stream.endsWith(contactId)
            ? Promise.reject(new StoreUnavailable('gone'))
            : store.append(stream, ...rest),
      });
      await expect(breaking.commands.contact.erase(bySystem(), command)).rejects.toThrow(StoreUnavailable);
      accepted(await createWorld(store).commands.contact.erase(bySystem(), command));
      const erased = await eventsOfType(store, 'ContactErased');
      expect(erased.map(event => event.entityId)).toEqual([otherId, contactId]);
      expect(erased.at(-1)?.data).toMatchObject({ persons: [contactId, otherId], counts });
    }
  });

  it('erases nobody with whom it was not completed, or of whom it is half undone', async () => {
    for (const undone of [true, false]) {
      const { store, commands, contactId, otherId } = await both();
      const pair = { contactId, otherId };
      if (undone) accepted(await commands.contact.merge(bySystem(), pair));
      const broken = undone ? contactId : otherId;
      const breaking = createWorld({
        ...store,
        append: (stream, ...rest) =>
          stream.endsWith(broken)
            ? Promise.reject(new StoreUnavailable('gone'))
            : store.append(stream, ...rest),
      });
      const { merge, unmerge } = breaking.commands.contact;
      await expect((undone ? unmerge : merge)(bySystem(), pair)).rejects.toThrow(StoreUnavailable);
      const counts = { tickets: 1, messages: 1, notes: 0, media: 0 };
      const command = { contactId, confirmation: ana.number, counts };
      accepted(await createWorld(store).commands.contact.erase(bySystem(), command));
      const erased = await eventsOfType(store, 'ContactErased');
      expect(erased.map(event => event.data)).toMatchObject([{ contactId, persons: [contactId] }]);
    }
  });

  it('joins no tickets once it is undone', async () => {
    const { store, commands, contactId, otherId } = await both();
    const [, doubles = ''] = await places(store);
    accepted(await commands.contact.merge(bySystem(), { contactId, otherId }));
    accepted(await commands.contact.unmerge(bySystem(), { contactId, otherId }));
    const head = await store.head();
    expect(await commands.ticket.join(bySystem(), { ticketId: doubles, contactId })).toBeUndefined();
    expect(await store.head()).toBe(head);
  });

  it('is erased whole: by either name, with the other as well', async () => {
    for (const asked of ['winner', 'other'] as const) {
      const { store, commands, contactId, otherId } = await both();
      accepted(await commands.contact.merge(bySystem(), { contactId, otherId }));
      const counts = { tickets: 2, messages: 2, notes: 0, media: 0 };
      const mine = asked === 'winner' ? { id: contactId, ...ana } : { id: otherId, ...double };
      const command = { contactId: mine.id, confirmation: mine.number, counts };
      const wrong = { ...command, confirmation: 'x' };
      expect(await commands.contact.erase(bySystem(), wrong)).toMatchObject({ rejected: 'ERR_VALIDATION' });
      expect(await eventsOfType(store, 'ContactErased')).toHaveLength(0);
      accepted(await commands.contact.erase(bySystem(), command));
      const erased = await eventsOfType(store, 'ContactErased');
      expect(erased.map(event => event.entityId)).toEqual([otherId, contactId]);
      const last = erased.at(-1);
      expect(last?.type === 'ContactErased' ? last.data : {}).toMatchObject({
        persons: [contactId, otherId],
        counts,
      });
      const again = { contactId: newId(), name: 'Nova', number: double.number };
      accepted(await commands.contact.create(bySystem(), again));
    }
  });
});
