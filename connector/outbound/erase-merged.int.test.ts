import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFollowedOffice } from '../testing/followed-office.ts';
import { accepted } from '../testing/office.ts';

let office: Awaited<ReturnType<typeof openFollowedOffice>>;
beforeAll(async () => {
  office = await openFollowedOffice();
});
afterAll(() => office.end());

/** What the library keeps of somebody, and what is kept of the address book. */
const befriend = async (number: string) => {
  const place = [office.connectionId, number];
  await office.pool.query(`insert into connector.wa_key values ($1, 'session', $2 || '.0', '')`, place);
  await office.pool.query(
    `insert into connector.address_book (connection_id, jid, number, name) values ($1, $2 || '@s', $2, 'x')`,
    place,
  );
};
const keptOf = async (number: string) => {
  const { rows } = await office.pool.query<{
    keys: number;
    addresses: number;
    written: number;
    chats: number;
  }>(
    `select (select count(*)::int from connector.wa_key where id ~ $1) as keys,
       (select count(*)::int from connector.address_book where number = $1) as addresses,
       (select count(*)::int from connector.message where jid ~ $1) as written,
       (select count(*)::int from connector.chat where jid ~ $1) as chats`,
    [number],
  );
  return rows[0];
};

const erase = async (contactId: string, confirmation: string) => {
  const counts = { tickets: 1, messages: 1, notes: 0, media: 0 };
  accepted(await office.commands.contact.erase(office.bySystem(), { contactId, confirmation, counts }));
  await office.follow();
};

/** Two people, who were one for a while: what the other wrote then stands in the winner's ticket. */
const parted = async (winner: string, other: string) => {
  for (const number of [winner, other]) {
    await office.write(number);
    await befriend(number);
  }
  const pair = { contactId: await office.contactOf(winner), otherId: await office.contactOf(other) };
  accepted(await office.commands.contact.merge(office.bySystem(), pair));
  await office.write(other);
  accepted(await office.commands.contact.unmerge(office.bySystem(), pair));
  await office.follow();
  return pair;
};

const nothing = { keys: 0, addresses: 0, written: 0, chats: 0 };

describe('erasing one of two who were taken for one', () => {
  it('leaves the other what is theirs', async () => {
    const [winner, other] = ['5511900000001', '5511900000002'];
    const { contactId } = await parted(winner, other);
    await erase(contactId, winner);
    expect(await keptOf(winner)).toEqual(nothing);
    expect(await keptOf(other)).toMatchObject({ keys: 1, addresses: 1, written: 1 });
  });

  it('leaves the other a LID that was learnt while they were one', async () => {
    const [winner, other, lid] = ['5511900000009', '5511900000010', '77000000000010'];
    for (const number of [winner, other]) await office.write(number);
    const pair = { contactId: await office.contactOf(winner), otherId: await office.contactOf(other) };
    accepted(await office.commands.contact.merge(office.bySystem(), pair));
    await office.write(other, lid, `${lid}@lid`);
    accepted(await office.commands.contact.unmerge(office.bySystem(), pair));
    await befriend(lid);
    await office.follow();
    await erase(pair.contactId, winner);
    expect(await keptOf(lid)).toMatchObject({ keys: 1, addresses: 1 });
  });

  it('leaves nothing of the one in what is the other’s', async () => {
    const [winner, other] = ['5511900000003', '5511900000004'];
    const { otherId } = await parted(winner, other);
    await erase(otherId, other);
    expect(await keptOf(other)).toEqual(nothing);
    expect(await keptOf(winner)).toMatchObject({ keys: 1, addresses: 1, written: 1 });
  });

  it('takes no number for theirs that somebody else has now, unless that one is gone', async () => {
    for (const isThere of [true, false]) {
      const [before, after] = isThere
        ? ['5511900000005', '5511900000006']
        : ['5511900000007', '5511900000008'];
      const lid = `77${after}`;
      await office.write(before, lid);
      await office.write(after, lid);
      const contactId = await office.contactOf(before);
      await office.write(before, `88${before}`);
      await befriend(before);
      const next = await office.contactOf(before, 'last');
      expect(next).not.toBe(contactId);
      if (!isThere) accepted(await office.commands.contact.remove(office.bySystem(), { contactId: next }));
      await office.follow();
      await erase(contactId, after);
      expect(await keptOf(before)).toMatchObject({ keys: isThere ? 1 : 0, addresses: isThere ? 1 : 0 });
    }
  });
});
