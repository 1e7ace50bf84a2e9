import { mkdirSync, watch } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#commands/ids.ts';
import { waIdOf } from '#commands/message/wa-id.ts';
import { migrateMedia } from '#files/migrate.ts';
import { openMediaStore } from '#files/store.ts';
import { silenceConsole } from '../silence-console.ts';
import { all, openAttendant } from '../testing/attendant.ts';
import { openPremises, type Premises } from '../testing/connector-process.ts';
import { ANA, accepted, BOB, ofType, PHONE } from '../testing/office.ts';
import { bytesOf, hashOf, photo, storeFile } from './testing/files.ts';

let premises: Premises;
beforeAll(async () => {
  silenceConsole();
  premises = await openPremises();
});
afterAll(() => premises.end());

/** Resolves when a file is being written to the folder. */
const begun = (folder: string): Promise<void> => {
  mkdirSync(folder, { recursive: true });
  const watching = new AbortController();
  return new Promise<void>(resolve => {
    const look = async () => {
      if ((await readdir(folder)).length > 0) resolve();
    };
    watch(folder, { signal: watching.signal }, () => void look());
    void look();
  }).finally(() => watching.abort());
};

describe('a connector that is killed with files on their way', () => {
  it('gets and gives each of them once', { timeout: 120_000 }, async () => {
    const { office, folder, launch, kill } = premises;
    await migrateMedia(office.pool);
    const store = openMediaStore(office.pool, { dataDir: folder });
    const drafts = join(folder, 'media', 'drafts');
    let child = launch();
    await office.pair();

    await office.simulator.post('/faults', { mediaDelayMs: 1_500 });
    const incoming = await photo('#204060');
    const media = { kind: 'image', mimetype: 'image/jpeg', base64: incoming.toString('base64') };
    const waId = await office.simulator.write(ANA, { to: PHONE, media });
    await begun(drafts);
    await kill(child);

    const attendant = openAttendant(office);
    const contactId = newId();
    const contact = { contactId, name: 'Bob', number: BOB, lid: null, email: null, isGroup: false };
    accepted(await office.commands.contact.create(office.bySystem(), contact));
    const { ticketId } = await attendant.open({ contactId });
    const outgoing = await photo('#602040');
    const messageId = newId();
    const owner = { companyId: office.companyId, messageId, persons: [contactId] };
    const stored = await storeFile(store, owner, { bytes: outgoing, name: 'foto.jpg' });
    child = launch();
    await office.until(
      'the file that was cut off',
      events => ofType(events, 'MessageMediaStored').length > 0,
    );
    const command = { messageId, ticketId, body: '', mediaType: 'image' as const, media: stored };
    accepted(await office.commands.message.queue(attendant.context(), command));
    await untilSending(messageId);
    await kill(child);
    await office.simulator.post('/faults', { mediaDelayMs: 0 });
    launch();

    const events = await office.until('sent', all(['MessageSent'], [messageId]));
    const had = ofType(events, 'MessageMediaStored');
    expect(had.map(event => event.data.media?.hash)).toEqual([hashOf(incoming)]);
    expect(ofType(events, 'MessageReceived').filter(({ data }) => data.waKey.id === waId)).toHaveLength(1);
    expect((await bytesOf(store, office.companyId, hashOf(incoming))).equals(incoming)).toBe(true);
    const shown = (await office.simulator.shown(BOB, PHONE)).filter(({ id }) => id === waIdOf(messageId));
    expect(shown).toHaveLength(1);
    const file = await fetch(`${office.simulator.url}${shown[0]?.media?.path}`);
    expect(Buffer.from(await file.arrayBuffer()).equals(outgoing)).toBe(true);
  });
});

/** Asks until the connector has taken the message to send it. */
const untilSending = async (messageId: string): Promise<void> => {
  const deadline = Date.now() + 30_000;
  const text = `select from connector.outbox where message_id = $1 and state = 'sending'`;
  while ((await premises.office.pool.query(text, [messageId])).rowCount === 0)
    if (Date.now() > deadline) throw new Error('waited in vain for the message to be sent');
};
