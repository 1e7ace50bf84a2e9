import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Pool } from 'pg';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Media } from '#domain/message/events.ts';
import type { Recorded } from '#eventstore/types.ts';
import { type MediaStore, openMediaStore } from '#files/store.ts';
import type { Connector } from '../connector.ts';
import { ANA, accepted, mediaLimits, type Office, ofType, openOffice, PHONE } from '../testing/office.ts';
import { hashOf, photo, bytesOf as storedBytes } from './testing/files.ts';

let office: Office;
let connector: Connector;
let pool: Pool;
let store: MediaStore;

beforeAll(async () => {
  office = await openOffice();
  pool = new Pool({ connectionString: office.databaseUrl });
  store = openMediaStore(pool, { dataDir: office.folder });
  connector = await office.startConnector();
  await office.pair();
});
afterAll(async () => {
  await connector.stop();
  await pool.end();
  await office.end();
});

const send = (media: object, bytes: Buffer) =>
  office.simulator.write(ANA, { to: PHONE, media: { base64: bytes.toString('base64'), ...media } });

const receivedAs = (events: readonly Recorded[], waId: string) =>
  ofType(events, 'MessageReceived').filter(event => event.data.waKey.id === waId);

/** What became of the file of a message, once that is known for the n-th time. */
const outcome = async (waId: string, times = 1) => {
  const ends = (events: readonly Recorded[]) => {
    const [message] = receivedAs(events, waId);
    const all = [...ofType(events, 'MessageMediaStored'), ...ofType(events, 'MessageMediaFailed')];
    return all
      .filter(event => event.data.messageId === message?.data.messageId)
      .sort((one, other) => one.position - other.position);
  };
  const events = await office.until(`the file of ${waId}`, all => ends(all).length >= times);
  const [message] = receivedAs(events, waId);
  const end = ends(events).at(-1);
  if (!message || !end) throw new Error('no such message');
  return { message: message.data, end, ends: ends(events) };
};
const storedMedia = async (waId: string, times = 1): Promise<Media> => {
  const { end } = await outcome(waId, times);
  if (end.type !== 'MessageMediaStored' || !end.data.media)
    throw new Error(`not stored: ${JSON.stringify(end.data)}`);
  return end.data.media;
};
const bytesOf = (hash: string) => storedBytes(store, office.companyId, hash);

describe('files that contacts send', () => {
  it.each([
    ['an image', 'image', 'image/jpeg', 'image/jpeg'],
    ['a document', 'document', 'application/pdf', 'application/pdf'],
    ['a film', 'video', 'video/mp4', 'video/mp4'],
    ['a voice note', 'audio', 'audio/ogg; codecs=opus', 'audio/ogg'],
  ])('come whole: %s', async (_, kind, mimetype, mime) => {
    const heads: Record<string, Buffer> = {
      document: Buffer.from('%PDF-1.4\n'),
      video: Buffer.from('000000186674797069736f6d0000020069736f6d69736f32', 'hex'),
      audio: oggHead(),
    };
    const bytes =
      kind === 'image'
        ? await photo('#336699')
        : Buffer.concat([heads[kind] ?? Buffer.of(), randomBytes(70_000)]);
    const extra = { fileName: 'Proposta.pdf', seconds: 7, voice: true };
    const waId = await send({ kind, mimetype, ...extra }, bytes);
    const media = await storedMedia(waId);
    expect(media).toMatchObject({ hash: hashOf(bytes), mime, size: bytes.length });
    expect(await bytesOf(media.hash)).toEqual(bytes);
    const { message } = await outcome(waId);
    expect(message.mediaHint).toMatchObject({ size: bytes.length });
    if (kind === 'document') expect(media.name).toBe('Proposta.pdf');
    if (kind === 'audio') expect(media).toMatchObject({ voice: true, seconds: 7 });
    if (kind !== 'image') return;
    expect(media).toMatchObject({ width: 900, height: 600, thumbnail: expect.any(String) });
    const small = await sharp(await bytesOf(media.thumbnail ?? '')).metadata();
    expect(small).toMatchObject({ format: 'webp', width: 480, height: 320 });
  });

  it('are what their bytes are, whatever the sender says', async () => {
    const page = Buffer.from('<!doctype html><script>alert(document.cookie)</script>');
    const media = await storedMedia(await send({ kind: 'image', mimetype: 'image/jpeg' }, page));
    expect(media).toMatchObject({ mime: 'text/plain', thumbnail: null, width: null });
  });

  it('are had although the way was broken for a while', async () => {
    await office.simulator.post('/faults', { failNextMedia: 1 });
    const bytes = await photo('#993366');
    expect(await storedMedia(await send({ kind: 'image', mimetype: 'image/jpeg' }, bytes))).toMatchObject({
      hash: hashOf(bytes),
    });
  });

  it('are refused when they are too large, and the message says so', async () => {
    const bytes = randomBytes(mediaLimits.limit + 1);
    const { end } = await outcome(await send({ kind: 'video', mimetype: 'video/mp4' }, bytes));
    expect(end).toMatchObject({ type: 'MessageMediaFailed', data: { reason: 'too-large' } });
  });

  it('that WhatsApp has no more are asked of the phone', async () => {
    await office.simulator.post('/faults', { goneNextMedia: 1 });
    const bytes = await photo('#669911');
    const waId = await send({ kind: 'image', mimetype: 'image/jpeg' }, bytes);
    expect(await storedMedia(waId)).toMatchObject({ hash: hashOf(bytes) });
    expect((await outcome(waId)).ends).toHaveLength(1);
  });

  it('that are gone for good fail visibly, and are tried again when somebody asks', async () => {
    await office.simulator.post('/faults', { goneNextMedia: 1, refuseReupload: true });
    const bytes = await photo('#669933');
    const waId = await send({ kind: 'image', mimetype: 'image/jpeg' }, bytes);
    const { end, message } = await outcome(waId);
    expect(end).toMatchObject({ type: 'MessageMediaFailed', data: { reason: 'expired' } });
    const ask = async () =>
      accepted(
        await office.commands.message.requestMedia(office.bySystem(), { messageId: message.messageId }),
      );
    expect((await ask()).changed).toBe(true);
    expect(await storedMedia(waId, 2)).toMatchObject({ hash: hashOf(bytes) });
    expect((await ask()).changed).toBe(false);
  });

  it('come once when the message comes twice', async () => {
    await office.simulator.post('/faults', { duplicateNext: 1 });
    const bytes = await photo('#114477');
    const waId = await send({ kind: 'image', mimetype: 'image/jpeg' }, bytes);
    await storedMedia(waId);
    await office.untilJournalEmpty();
    const { ends } = await outcome(waId);
    expect(ends).toHaveLength(1);
  });

  it('leave nothing waiting, and no drafts', async () => {
    const { rows } = await pool.query(`select from connector.media_download where state = 'waiting'`);
    expect(rows).toEqual([]);
    expect(await readdir(join(office.folder, 'media', 'drafts'))).toEqual([]);
  });
});

/** The first page of an Ogg stream that holds Opus. */
const oggHead = (): Buffer => {
  const head = Buffer.alloc(47);
  head.write('OggS');
  head.writeUInt8(2, 5);
  head.writeUInt8(1, 26);
  head.writeUInt8(19, 27);
  head.write('OpusHead', 28);
  head.writeUInt8(1, 36);
  head.writeUInt8(1, 37);
  return head;
};
