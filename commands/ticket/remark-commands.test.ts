import { beforeEach, describe, expect, it } from 'vitest';
import { openMemoryStore } from '#eventstore/memory.ts';
import { memoryPersonKeys } from '#eventstore/person-keys.ts';
import { newId } from '../ids.ts';
import { createShop, type Shop } from '../testing/shop.ts';
import { accepted, by, bySystem, eventsOfType } from '../testing/world.ts';

let shop: Shop;
let ticketId: string;
let keys: ReturnType<typeof memoryPersonKeys>;
beforeEach(async () => {
  keys = memoryPersonKeys();
  shop = await createShop(openMemoryStore({ keys }));
  ({ ticketId } = await shop.open());
});

const newTag = async (name: string) => {
  const tagId = newId();
  accepted(await shop.commands.tag.create(by(shop.ana), { tagId, name, color: '#ff0000' }));
  return tagId;
};

describe('tagging a ticket', () => {
  it('takes the company’s tags only, and not those that were removed', async () => {
    const [vip, gone] = [await newTag('VIP'), await newTag('Velha')];
    accepted(await shop.commands.tag.remove(by(shop.ana), { tagId: gone }));
    const unknown = newId();
    const tag = (...tagIds: string[]) => shop.commands.ticket.tag(by(shop.ana), { ticketId, tagIds });
    expect(await tag(vip, gone, unknown)).toEqual({
      rejected: 'ERR_NO_TAG_FOUND',
      details: { tagIds: [gone, unknown] },
    });
    accepted(await tag(vip));
    expect(await tag(vip)).toMatchObject({ changed: false });
    const [tagged, ...more] = await eventsOfType(shop.store, 'TicketTagged');
    expect([tagged?.data, more]).toEqual([{ ticketId, tagIds: [vip] }, []]);
  });
  it('is for who sees the ticket', async () => {
    const input = { ticketId, tagIds: [await newTag('VIP')] };
    expect(await shop.commands.ticket.tag(by(shop.bruno), input)).toMatchObject({
      rejected: 'ERR_NO_PERMISSION',
    });
    accepted(await shop.commands.ticket.tag(by(shop.admin), input));
  });
});

describe('a note at a ticket', () => {
  const note = async (note: string, who = shop.ana) => {
    const noteId = newId();
    const outcome = await shop.commands.ticket.note(by(who), { ticketId, noteId, note });
    return { ticketId, noteId, outcome };
  };

  it('is under the key of the ticket’s contact, and unreadable without it', async () => {
    accepted((await note('ligar amanhã')).outcome);
    const [noted] = await eventsOfType(shop.store, 'TicketNoted');
    expect(noted).toMatchObject({
      persons: [shop.contactId],
      data: { userId: shop.ana.userId, note: 'ligar amanhã' },
    });
    await keys.destroy(noted?.companyId ?? '', [shop.contactId]);
    const [erased] = await eventsOfType(shop.store, 'TicketNoted');
    expect(erased).toMatchObject({ erased: true, data: { note: '' } });
  });
  it('is left by who sees the ticket', async () => {
    expect((await note('oi', shop.bruno)).outcome).toMatchObject({ rejected: 'ERR_NO_PERMISSION' });
  });
  it('is deleted by its writer, an administrator or the system', async () => {
    const [first, second, third] = [await note('um'), await note('dois'), await note('três')];
    accepted(await shop.commands.ticket.return(by(shop.ana), { ticketId }));
    const { deleteNote } = shop.commands.ticket;
    expect(await deleteNote(by({ ...shop.bruno, queueIds: [shop.sales] }), first)).toMatchObject({
      rejected: 'ERR_NO_PERMISSION',
    });
    for (const [context, { noteId }] of [
      [by(shop.ana), first],
      [by(shop.admin), second],
      [bySystem(), third],
    ] as const)
      accepted(await deleteNote(context, { ticketId, noteId }));
    expect(await deleteNote(by(shop.ana), first)).toMatchObject({ rejected: 'ERR_NO_NOTE_FOUND' });
  });
});
