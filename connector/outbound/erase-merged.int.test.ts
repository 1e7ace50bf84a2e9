import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#commands/ids.ts';
import { inTransaction } from '#eventstore/database/transaction.ts';
import type { Position } from '#eventstore/types.ts';
import { accepted, type Office, ofType, openOffice } from '../testing/office.ts';
import { foldBatch } from './fold-batch.ts';

let office: Office;
let folded: Position;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office.end());

const jidOf = (number: string) => `${number}@s.whatsapp.net`;

const write = async (number: string, lid: string | null = null) => {
  const waKey = { id: newId(), remoteJid: jidOf(number), fromMe: false, participant: null };
  const content = { body: 'Olá', mediaType: 'text' as const, quotedMessageId: null, senderName: null };
  accepted(
    await office.commands.message.receive(
      { ...office.bySystem(), actor: { kind: 'connection', id: office.connectionId } },
      {
        ...{ connectionId: office.connectionId, waKey, sentAt: new Date().toISOString(), ...content },
        chat: { number, lid, name: '', isGroup: false },
      },
    ),
  );
};

/** The connector's tables follow the log to its end. */
const follow = async () => {
  const { isThere } = office.commands.contact;
  const events = await office.until('the end', () => true);
  const news = events.filter(({ position }) => position > (folded ?? -1));
  await inTransaction(office.pool, client => foldBatch(client, { provider: 'simulator', isThere }, news));
  folded = events.at(-1)?.position ?? folded;
};

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

const contactOf = async (number: string) => {
  const events = await office.until('the end', () => true);
  return ofType(events, 'ContactCreated').find(({ data }) => data.number === number)?.entityId ?? '';
};
const erase = async (contactId: string, confirmation: string) => {
  const counts = { tickets: 1, messages: 1, notes: 0, media: 0 };
  accepted(await office.commands.contact.erase(office.bySystem(), { contactId, confirmation, counts }));
  await follow();
};

/** Two people, who were one for a while: what the other wrote then stands in the winner's ticket. */
const parted = async (winner: string, other: string) => {
  for (const number of [winner, other]) {
    await write(number);
    await befriend(number);
  }
  const pair = { contactId: await contactOf(winner), otherId: await contactOf(other) };
  accepted(await office.commands.contact.merge(office.bySystem(), pair));
  await write(other);
  accepted(await office.commands.contact.unmerge(office.bySystem(), pair));
  await follow();
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
      await write(before, lid);
      await write(after, lid);
      const contactId = await contactOf(before);
      await write(before, `88${before}`);
      await befriend(before);
      const events = await office.until('the end', () => true);
      const next = ofType(events, 'ContactCreated').findLast(({ data }) => data.number === before);
      expect(next?.entityId).not.toBe(contactId);
      if (!isThere)
        accepted(
          await office.commands.contact.remove(office.bySystem(), { contactId: next?.entityId ?? '' }),
        );
      await follow();
      await erase(contactId, after);
      expect(await keptOf(before)).toMatchObject({ keys: isThere ? 1 : 0, addresses: isThere ? 1 : 0 });
    }
  });
});
