import { randomBytes } from 'node:crypto';
import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#commands/ids.ts';
import { waIdOf } from '#commands/message/wa-id.ts';
import { type MediaStore, openMediaStore } from '#files/store.ts';
import type { Connector } from '../connector.ts';
import { storeFile } from '../media/testing/files.ts';
import { type Attendant, all, type Conversation, historyOf, openAttendant } from '../testing/attendant.ts';
import { ANA, accepted, BOB, type Office, ofType, openOffice, PHONE } from '../testing/office.ts';

describe('a file that takes long to upload', () => {
  let office: Office;
  let connector: Connector;
  let pool: Pool;
  let store: MediaStore;
  let attendant: Attendant;
  let ana: Conversation;
  let bob: Conversation;
  const contactId = newId();

  beforeAll(async () => {
    office = await openOffice();
    pool = new Pool({ connectionString: office.databaseUrl });
    connector = await office.startConnector();
    await office.pair();
    store = openMediaStore(pool, { dataDir: office.folder });
    attendant = openAttendant(office);
    const contact = { contactId, name: 'Ana', number: ANA, lid: null, email: null, isGroup: false };
    accepted(await office.commands.contact.create(office.bySystem(), contact));
    ana = await attendant.open({ contactId });
    bob = await attendant.open({ number: BOB, name: 'Bob' });
  });
  afterAll(async () => {
    await connector.stop();
    await pool.end();
    await office.end();
  });

  const sendFile = async () => {
    const messageId = newId();
    const owner = { companyId: office.companyId, messageId, persons: [contactId] };
    const media = await storeFile(store, owner, { bytes: randomBytes(50_000), name: 'x.bin' });
    const command = { messageId, ticketId: ana.ticketId, body: '', mediaType: 'application' as const, media };
    accepted(await office.commands.message.queue(attendant.context(), command));
    return messageId;
  };
  const hostIsSlow = () => office.simulator.post('/faults', { mediaDelayMs: 3_000 });
  const hostIsQuick = () => office.simulator.remove('/faults');

  it('is overtaken by other chats, and by nothing in its own', async () => {
    await hostIsSlow();
    const before = await ana.say('antes');
    const file = await sendFile();
    const after = await ana.say('depois');
    const others = [await bob.say('um'), await bob.say('dois')];
    const events = await office.until('all', all(['MessageSent'], [before, file, after, ...others]));
    const order = ofType(events, 'MessageSent').map(({ data }) => data.messageId);
    expect(order.filter(id => !others.includes(id))).toEqual([before, file, after]);
    expect(order.filter(id => id === file || others.includes(id))).toEqual([...others, file]);
    await hostIsQuick();
    const shown = await office.simulator.untilShown(ANA, PHONE, all =>
      all.some(({ id }) => id === waIdOf(after)),
    );
    expect(shown.map(({ id }) => id)).toEqual([before, file, after].map(waIdOf));
  });

  it('does not go when it was deleted meanwhile, and holds nothing up any more', async () => {
    await hostIsSlow();
    const file = await sendFile();
    const after = await ana.say('depois');
    await ana.remove(file);
    const events = await office.until('both', all(['MessageSent', 'MessageDeleted'], [file, after]));
    expect(historyOf(events, file)).not.toContain('MessageSent');
    await hostIsQuick();
  });

  it('goes with the next connector when it was not up yet', async () => {
    await hostIsSlow();
    const file = await sendFile();
    const after = await ana.say('depois');
    await office.untilFollowed();
    await connector.stop();
    await hostIsQuick();
    connector = await office.startConnector();
    const events = await office.until('both', all(['MessageSent'], [file, after]));
    const order = ofType(events, 'MessageSent').map(({ data }) => data.messageId);
    expect(order.indexOf(file)).toBeLessThan(order.indexOf(after));
    const shown = await office.simulator.shown(ANA, PHONE);
    expect(shown.filter(({ id }) => id === waIdOf(file))).toHaveLength(1);
  });
});
