import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCommands } from '#commands/commands.ts';
import { jidOf, openFollowedOffice } from '../testing/followed-office.ts';
import { accepted, ofType } from '../testing/office.ts';

let office: Awaited<ReturnType<typeof openFollowedOffice>>;
beforeAll(async () => {
  office = await openFollowedOffice();
});
afterAll(() => office.end());

const chatOf = async (contactId: string) => {
  const text = 'select jid from connector.chat where contact_id = $1';
  return (await office.pool.query<{ jid: string }>(text, [contactId])).rows.map(({ jid }) => jid);
};
const moved = async () => ofType(await office.until('the end', () => true), 'MessageMoved').length;

describe('where a contact is written to', () => {
  it('is not where somebody else wrote whose message came into its ticket as their merge was undone', async () => {
    const [winner, other] = ['5511900000001', '5511900000002'];
    for (const number of [winner, other]) await office.write(number);
    const pair = { contactId: await office.contactOf(winner), otherId: await office.contactOf(other) };
    accepted(await office.commands.contact.merge(office.bySystem(), pair));
    await office.write(other);
    await office.follow();
    // This process does not know it yet.
    const elsewhere = createCommands({ store: office.store });
    accepted(await elsewhere.contact.unmerge(office.bySystem(), pair));
    const before = await moved();
    await office.write(other);
    expect(await moved()).toBe(before + 1);
    await office.follow();
    expect(await chatOf(pair.contactId)).toEqual([]);
  });

  it('is where it wrote last, though that message moved to its next ticket', async () => {
    const number = '5511900000003';
    await office.write(number);
    const contactId = await office.contactOf(number);
    const opened = ofType(await office.until('the end', () => true), 'TicketOpened');
    const ticketId = opened.find(({ data }) => data.contactId === contactId)?.entityId ?? '';
    const elsewhere = createCommands({ store: office.store });
    accepted(await elsewhere.ticket.close(office.bySystem(), { ticketId }));
    const before = await moved();
    await office.write(number);
    expect(await moved()).toBe(before + 1);
    await office.follow();
    expect(await chatOf(contactId)).toEqual([jidOf(number)]);
  });
});
