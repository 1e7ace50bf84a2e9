import { randomBytes } from 'node:crypto';
import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#commands/ids.ts';
import { waIdOf } from '#commands/message/wa-id.ts';
import type { MediaType } from '#domain/message/events.ts';
import { type MediaStore, openMediaStore } from '#files/store.ts';
import type { Connector } from '../connector.ts';
import { all, openAttendant } from '../testing/attendant.ts';
import { ANA, accepted, type Office, ofType, openOffice, PHONE } from '../testing/office.ts';
import { photo, storeFile } from './testing/files.ts';

let office: Office;
let connector: Connector;
let pool: Pool;
let store: MediaStore;
let ticketId: string;
let contactId: string;
let attendant: ReturnType<typeof openAttendant>;

beforeAll(async () => {
  office = await openOffice();
  pool = new Pool({ connectionString: office.databaseUrl });
  connector = await office.startConnector();
  await office.pair();
  store = openMediaStore(pool, { dataDir: office.folder });
  attendant = openAttendant(office);
  contactId = newId();
  const contact = { contactId, name: 'Ana', number: ANA, lid: null, email: null, isGroup: false };
  accepted(await office.commands.contact.create(office.bySystem(), contact));
  ({ ticketId } = await attendant.open({ contactId }));
});
afterAll(async () => {
  await connector.stop();
  await pool.end();
  await office.end();
});

type File = { bytes: Buffer; name: string; voice?: boolean; seconds?: number };
const send = async (mediaType: MediaType, file: File, body = '') => {
  const messageId = newId();
  const owner = { companyId: office.companyId, messageId, persons: [contactId] };
  const media = await storeFile(store, owner, file);
  const command = { messageId, ticketId, body, mediaType, media };
  accepted(await office.commands.message.queue(attendant.context(), command));
  return messageId;
};
/** How files of a kind begin. */
const heads = new Map([
  ['pdf', '%PDF-1.4\n'],
  ['ogg', `OggS${'\0'.repeat(24)}OpusHead`],
  ['mp3', '\xff\xfb\x90\x00'],
]);
const shownOnPhone = async (messageId: string) => {
  const isThere = (messages: readonly { id: string }[]) =>
    messages.some(message => message.id === waIdOf(messageId));
  const shown = await office.simulator.untilShown(ANA, PHONE, isThere);
  const found = shown.filter(message => message.id === waIdOf(messageId));
  expect(found).toHaveLength(1);
  const [message] = found;
  const file = await fetch(`${office.simulator.url}${message?.media?.path}`);
  return { message, bytes: Buffer.from(await file.arrayBuffer()) };
};

describe('files that attendants send', () => {
  it.each<[string, MediaType, string, object]>([
    ['an image', 'image', 'foto.jpg', { type: 'image', text: 'Legenda' }],
    ['a film', 'video', 'filme.mp4', { type: 'video', text: 'Legenda' }],
    ['a voice note', 'audio', 'voz.ogg', { type: 'audio', media: { mimetype: 'audio/ogg; codecs=opus' } }],
    ['a sound in Opus', 'audio', 'som.ogg', { type: 'audio', media: { mimetype: 'audio/ogg; codecs=opus' } }],
    [
      'a voice note that no phone plays as one',
      'audio',
      'voz.mp3',
      { type: 'audio', media: { mimetype: 'audio/mpeg' } },
    ],
    ['a document', 'application', 'Proposta.pdf', { type: 'document', media: { fileName: 'Proposta.pdf' } }],
  ])('reach the phone whole: %s', async (_, mediaType, name, expected) => {
    const head = heads.get(name.slice(-3)) ?? '';
    const bytes =
      mediaType === 'image'
        ? await photo('#aa3311')
        : Buffer.concat([Buffer.from(head, 'latin1'), randomBytes(90_000)]);
    const voice = name.startsWith('voz') ? { voice: true, seconds: 4 } : {};
    const caption = mediaType === 'image' || mediaType === 'video' ? 'Legenda' : '';
    const messageId = await send(mediaType, { bytes, name, ...voice }, caption);
    const shown = await shownOnPhone(messageId);
    expect(shown.message).toMatchObject(expected);
    expect(shown.message?.media?.voice === true).toBe(name === 'voz.ogg');
    expect(shown.bytes.equals(bytes)).toBe(true);
    await office.until('sent', all(['MessageSent'], [messageId]));
  });

  it('go although the upload fails at first', async () => {
    await office.simulator.post('/faults', { failNextMedia: 1 });
    const bytes = await photo('#11aa33');
    const shown = await shownOnPhone(await send('image', { bytes, name: 'foto.jpg' }));
    expect(shown.bytes.equals(bytes)).toBe(true);
  });

  it('are given to WhatsApp once, however often they are sent', async () => {
    await office.simulator.post('/faults', { cannotDecryptNext: 1 });
    const bytes = await photo('#3311aa');
    const messageId = await send('image', { bytes, name: 'foto.jpg' });
    const shown = await shownOnPhone(messageId);
    expect(shown.bytes.equals(bytes)).toBe(true);
    const { rowCount } = await pool.query('select from connector.media_upload where message_id = $1', [
      messageId,
    ]);
    expect(rowCount).toBe(1);
  });

  it('fail visibly when the file is gone', async () => {
    const messageId = newId();
    const owner = { companyId: office.companyId, messageId, persons: [contactId] };
    const media = await storeFile(store, owner, { bytes: randomBytes(2_000), name: 'x.bin' });
    await store.release(office.companyId, messageId);
    const command = { messageId, ticketId, body: '', mediaType: 'application' as const, media };
    accepted(await office.commands.message.queue(attendant.context(), command));
    const events = await office.until('failure', all(['MessageFailed'], [messageId]));
    expect(
      ofType(events, 'MessageFailed').find(event => event.data.messageId === messageId)?.data.reason,
    ).toBe('ERR_SENDING_WAPP_MSG');
  });
});
