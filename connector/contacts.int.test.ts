import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '#commands/ids.ts';
import type { Connector } from './connector.ts';
import { ANA, accepted, BOB, type Office, ofType, openOffice, PHONE } from './testing/office.ts';

const anasLid = '123456789012345';

describe('who a contact is', () => {
  let office: Office;
  let connector: Connector;
  const received = async (body: string) => {
    const events = await office.until(body, all =>
      ofType(all, 'MessageReceived').some(event => event.data.body === body),
    );
    const found = ofType(events, 'MessageReceived').find(event => event.data.body === body);
    if (!found) throw new Error('it was there');
    return found;
  };
  const write = async (from: string, text: string, more: object = {}) => {
    await office.simulator.write(from, { to: PHONE, text, ...more });
    return received(text);
  };

  beforeAll(async () => {
    office = await openOffice();
    connector = await office.startConnector();
    await office.pair();
  });
  afterAll(async () => {
    await connector.stop();
    await office.end();
  });
  beforeEach(async () => {
    await office.untilJournalEmpty();
  });

  it('is one contact by LID and by number: an attendant’s, made by the number, is found by the LID', async () => {
    const contactId = newId();
    const made = { contactId, name: 'Ana da Farmácia', number: ANA };
    accepted(await office.commands.contact.create(office.bySystem(), made));
    const { data } = await write(ANA, 'sou eu');
    expect(data.contactId).toBe(contactId);
    const events = await office.until('identified', all => ofType(all, 'ContactIdentified').length > 0);
    expect(ofType(events, 'ContactIdentified').map(event => event.data)).toEqual([
      { contactId, number: null, lid: anasLid },
    ]);
    expect(ofType(events, 'ContactChanged')).toEqual([]);
  });

  it('has a member of groups under both names', async () => {
    const group = { id: '120363000000000009@g.us', subject: 'Vizinhos', members: [ANA, BOB, PHONE] };
    await office.simulator.post('/groups', group);
    const { companyId } = office;
    const setting = { companyId, key: 'CheckMsgIsGroup', value: 'disabled' };
    accepted(await office.commands.company.changeSetting(office.bySystem(), setting));
    await office.untilFollowed();
    await office.simulator.write(ANA, { group: group.id, text: 'para todos' });
    const { data, persons } = await received('para todos');
    const names = [data.waKey.participant, data.participantAlt];
    expect(names).toEqual([`${anasLid}@lid`, `${ANA}@s.whatsapp.net`]);
    const members = await office.store.keys.knownMembers(companyId, [anasLid, ANA]);
    expect(members).toHaveLength(2);
    expect(persons).toEqual([data.contactId, ...members]);
  });

  it('brings who was merged to the winner at once, and back when that is undone', async () => {
    const anas = (await write(ANA, 'antes')).data;
    const bobs = (await write(BOB, 'também antes')).data;
    const pair = { contactId: anas.contactId, otherId: bobs.contactId };
    accepted(await office.commands.contact.merge(office.bySystem(), pair));
    await office.untilFollowed();
    expect((await write(BOB, 'junto')).data.ticketId).toBe(anas.ticketId);
    accepted(await office.commands.contact.unmerge(office.bySystem(), pair));
    await office.untilFollowed();
    expect((await write(BOB, 'separado')).data.ticketId).toBe(bobs.ticketId);
    expect((await write(ANA, 'sozinha')).data.ticketId).toBe(anas.ticketId);
  });

  it('has the picture that WhatsApp shows, and another when it changes', async () => {
    const wear = (picture: object) => office.simulator.put(`/contacts/${BOB}/picture`, { picture });
    const urls = async (count: number) => {
      const events = await office.until(`${count} pictures`, all => pictures(all).length >= count);
      return pictures(events);
    };
    await write(BOB, 'tenho foto');
    const { contactId } = await received('tenho foto').then(event => event.data);
    const pictures = (all: Parameters<typeof ofType>[0]) =>
      ofType(all, 'ContactPictureChanged').flatMap(event =>
        event.data.contactId === contactId && event.data.url ? [event.data.url] : [],
      );
    await wear({ drawn: true });
    await office.pool.query('update connector.chat set picture_asked = null');
    const [first] = await urls(1);
    const stored = async () => {
      const text = 'select hash, mime, persons from media.object where message_id = $1 and stored';
      return (await office.pool.query(text, [contactId])).rows;
    };
    const [{ hash, ...file } = { hash: '' }, ...others] = await stored();
    expect([file, others]).toEqual([{ mime: 'image/webp', persons: [contactId] }, []]);
    expect(first).toBe(`/api/media/${office.companyId}/${hash}?m=${contactId}`);
    const another = await sharp({ create: { width: 90, height: 90, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    await wear({ base64: another.toString('base64') });
    const [, second] = await urls(2);
    expect(second).not.toBe(first);
    await expect.poll(stored, { timeout: 10_000 }).toHaveLength(1);
    expect((await stored())[0].hash).not.toBe(hash);
    await wear({ url: 'http://127.0.0.1:9/nowhere-of-whatsapp.png' });
    await office.until('no picture', all =>
      ofType(all, 'ContactPictureChanged').some(
        event => event.data.contactId === contactId && event.data.url === null,
      ),
    );
    await expect.poll(stored, { timeout: 10_000 }).toEqual([]);
  });

  it('has no picture of somebody who was taken for the same person', async () => {
    const anas = (await write(ANA, 'ainda sozinha')).data;
    const bobs = (await write(BOB, 'ainda sozinho')).data;
    const pair = { contactId: anas.contactId, otherId: bobs.contactId };
    accepted(await office.commands.contact.merge(office.bySystem(), pair));
    await office.untilFollowed();
    await write(BOB, 'junto outra vez');
    await office.simulator.put(`/contacts/${BOB}/picture`, { picture: { drawn: true } });
    await office.untilFollowed();
    await office.pool.query('update connector.chat set picture_asked = null');
    const ofAna = (all: Parameters<typeof ofType>[0]) =>
      ofType(all, 'ContactPictureChanged').filter(({ data }) => data.contactId === anas.contactId);
    await office.until('a picture', all => !!ofAna(all).at(-1)?.data.url);
    accepted(await office.commands.contact.unmerge(office.bySystem(), pair));
    await office.until('none', all => ofAna(all).at(-1)?.data.url === null);
    const stored = async () => {
      const text = 'select from media.object where message_id = $1 and stored';
      return (await office.pool.query(text, [anas.contactId])).rowCount;
    };
    await expect.poll(stored, { timeout: 10_000 }).toBe(0);
  });

  it('answers whether WhatsApp knows a number, with or without the ninth digit', async () => {
    const short = '551133334444'.replace('3333', '8333');
    await office.simulator.post('/contacts', { number: short, name: 'Curto' });
    const { pool, companyId, connectionId } = office;
    const check = async (number: string) => {
      const id = newId();
      await pool.query(
        'insert into connector.number_check (id, company_id, connection_id, number) values ($1, $2, $3, $4)',
        [id, companyId, connectionId, number],
      );
      await pool.query(`select pg_notify('connector_wake', $1)`, [`check ${connectionId}`]);
      const read = async () =>
        (await pool.query('select state, number from connector.number_check where id = $1', [id])).rows[0];
      await expect.poll(async () => (await read()).state, { timeout: 20_000 }).not.toMatch(/^ask/);
      return read();
    };
    expect(await check(short.replace('5511', '55119'))).toEqual({ state: 'there', number: short });
    expect(await check(BOB)).toEqual({ state: 'there', number: BOB });
    expect(await check('5511900000000')).toEqual({ state: 'absent', number: '' });
  });
});
