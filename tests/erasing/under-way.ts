import { Readable } from 'node:stream';
import type { proto } from '@whiskeysockets/baileys';
import { pino } from 'pino';
import { newId } from '#commands/ids.ts';
import { allEvents } from '#commands/testing/world.ts';
import { createDispatcher } from '#commands/webhook/dispatcher.ts';
import { takeBatch, webhookParking } from '#commands/webhook/follow-events.ts';
import { giveSecret } from '#commands/webhook/secrets.ts';
import { openReceiver } from '#commands/webhook/testing/receiver.ts';
import type { Socket } from '#connector/baileys.ts';
import { openJournal } from '#connector/inbound/journal.ts';
import { createCipher } from '#connector/keys/cipher.ts';
import { openDownloads } from '#connector/media/downloads.ts';
import type { RemoteFile } from '#connector/media/remote-file.ts';
import { openUploads } from '#connector/media/uploads.ts';
import type { Media } from '#domain/message/events.ts';
import { must } from '#gateway/testing/office.ts';
import { openKey } from '#gateway/testing/outside.ts';
import type { Person, Scene } from './scene.ts';

type Ids = Awaited<ReturnType<Scene['befriend']>>;
export type Gone = { readonly scene: Scene; readonly person: Person; readonly ids: Ids };
/** Something that is under way in the moment of an erasure: it began before, and what it writes comes after. */
export type UnderWay = {
  readonly place: string;
  readonly begin: (gone: Gone) => Promise<() => Promise<void>>;
};

const cipher = createCipher(Buffer.alloc(32, 3).toString('base64'));
const log = pino({ level: process.env.TEST_LOG ?? 'silent' });
const said = ({ person }: Gone) => `${person.name}, ${person.number}: ${person.body}`;

/** One request of each kind that may write something of a person outside of the log and the read models. */
export const underWay: readonly UnderWay[] = [
  {
    place: 'webhook.delivery',
    begin: async gone => {
      const { scene } = gone;
      const { pool, store, keys, commands } = scene.harness;
      const { companyId } = scene.office;
      const receiver = await openReceiver();
      const allowed = new Set([receiver.host]);
      const deps = { ...{ pool, store, keys, commands, log }, allowed, now: () => new Date() };
      const context = scene.office.context();
      const webhookId = newId();
      const from = await store.head();
      await pool.query('insert into webhook.progress (position) values ($1)', [from]);
      await giveSecret(deps, { webhookId, companyId, secretId: newId() });
      const fields = { url: receiver.url, events: ['message.received'], payload: 'full' as const };
      const more = { description: '', enabled: true, connectionIds: null };
      must(await commands.webhook.create(context, { webhookId, ...fields, ...more }));
      await scene.hear(gone.person, gone.person.body);
      const events = (await allEvents(store)).filter(({ position }) => position > from);
      await takeBatch(
        { pool, parking: webhookParking(deps.log), now: () => new Date() },
        { events, position: await store.head(), live: true },
        from,
      );
      const answer = Promise.withResolvers<{ status: number; body: string }>();
      receiver.state.answer = () => answer.promise;
      const dispatcher = createDispatcher(deps);
      await dispatcher.look();
      await receiver.until(1);
      return async () => {
        answer.resolve({ status: 200, body: said(gone) });
        await dispatcher.idle();
        await receiver.close();
      };
    },
  },
  {
    place: 'secrets.idempotent_call',
    begin: async ({ scene, person }) => {
      const program = await openKey(scene.harness, scene.browser);
      const { outside } = scene.harness.commands;
      const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const { queuedAt } = outside;
      Object.assign(outside, {
        queuedAt: async (...asked: Parameters<typeof queuedAt>) => {
          reached.resolve();
          await released.promise;
          return queuedAt(...asked);
        },
      });
      const call = program.send({ number: person.number, body: person.answer }, { 'idempotency-key': 'k' });
      await reached.promise;
      Object.assign(outside, { queuedAt });
      return async () => {
        released.resolve();
        const { status } = await call;
        if (status !== 202) throw new Error(`the call was answered ${status}`);
      };
    },
  },
  {
    place: 'media.object',
    begin: async ({ scene, person, ids: { contactId, messageId } }) => {
      const { media } = scene.harness;
      const owner = { companyId: scene.office.companyId, messageId, persons: [contactId] };
      const draft = await media.receive(Readable.from([Buffer.from(`depois: ${person.file}`)]), 10_000);
      return async () => {
        await media.keep(owner, draft, { kind: 'original', mime: 'text/plain', name: `${person.file}.txt` });
      };
    },
  },
  {
    place: 'connector.media_upload',
    begin: async ({ scene, person, ids: { answerId: messageId } }) => {
      const { pool, connectionId, office } = scene;
      const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const bytes = () => Promise.resolve(Readable.from([Buffer.from(person.file)]));
      const uploads = openUploads(pool, cipher, { open: bytes });
      const through = {
        waUploadToServer: async () => {
          reached.resolve();
          await released.promise;
          return { mediaUrl: 'https://mmg.whatsapp.net/d/f', directPath: '/d/f' };
        },
      } as unknown as Socket;
      const shape = {
        seconds: null,
        width: null,
        height: null,
        voice: false,
        sticker: false,
        thumbnail: null,
      };
      const media: Media = { ...shape, name: 'a.txt', size: 3, hash: 'a'.repeat(64), mime: 'text/plain' };
      const file = { media, mediaType: 'application' as const, caption: '', contextInfo: undefined };
      const of = { messageId, connectionId, companyId: office.companyId };
      const uploading = uploads.contentOf(of, file, through);
      await reached.promise;
      return async () => {
        released.resolve();
        const content: proto.IMessage | undefined = await uploading;
        if (content) throw new Error('it would be sent');
      };
    },
  },
  {
    place: 'connector.media_download',
    begin: async ({ scene, person, ids: { messageId } }) => {
      const { pool, connectionId, office } = scene;
      const downloads = openDownloads(pool, cipher, {
        provider: 'simulator',
        owner: newId(),
        worker: 'files',
      });
      const waKey = { id: 'D', remoteJid: `${person.lid}@lid`, fromMe: false, participant: null };
      const of = { messageId, connectionId, companyId: office.companyId };
      const file = { kind: 'image', hint: {}, name: person.name } as unknown as RemoteFile;
      return () => downloads.note({ ...of, awaited: { waKey, file }, wanted: true });
    },
  },
  {
    place: 'connector.inbox_journal',
    begin: async ({ scene, person }) => {
      const { pool, connectionId } = scene;
      const { rows } = await pool.query<{ seq: string }>(
        `insert into connector.inbox_journal (account, chat, participant, stanza_id, enc_index, attrs, plain)
         values ($1, $2, '', 'J', 0, $3, 'sealed') returning seq`,
        [
          connectionId,
          `${person.lid}@lid`,
          JSON.stringify({ pushName: person.name, remoteJidAlt: person.number }),
        ],
      );
      const journal = openJournal(pool, cipher);
      return () => journal.handled(Number(rows[0]?.seq), null);
    },
  },
  {
    place: 'connector.message_secret',
    begin:
      async ({ scene: { pool, connectionId }, ids: { messageId } }) =>
      async () => {
        await pool.query(
          `insert into connector.message_secret (message_id, connection_id, sealed) values ($1, $2, 'x')`,
          [messageId, connectionId],
        );
      },
  },
  {
    place: 'connector.wa_key',
    begin:
      async ({ scene: { pool, connectionId }, person }) =>
      async () => {
        await pool.query(
          `insert into connector.wa_key (account, type, id, value) values ($1, 'session', $2, 'x')`,
          [connectionId, `${person.lid}_1.3`],
        );
      },
  },
  {
    place: 'connector.address_book',
    begin:
      async ({ scene: { pool, connectionId }, person }) =>
      async () => {
        await pool.query(
          'insert into connector.address_book (connection_id, jid, number, lid, name) values ($1, $2, $3, $4, $5)',
          [connectionId, `${person.lid}@lid`, person.number, person.lid, person.name],
        );
      },
  },
  {
    place: 'connector.number_check',
    begin:
      async ({ scene: { pool, connectionId, office }, person }) =>
      async () => {
        await pool.query(
          'insert into connector.number_check (id, company_id, connection_id, number) values ($1, $2, $3, $4)',
          [newId(), office.companyId, connectionId, person.number],
        );
      },
  },
  {
    place: 'contact_import.line',
    begin: async ({ scene, person }) => {
      const { pool, office } = scene;
      const importId = newId();
      await pool.query(
        `insert into contact_import.job (id, company_id, source, file_name, headings, rows)
         values ($1, $2, 'file', 'lista.csv', '[]', 1)`,
        [importId, office.companyId],
      );
      const cells = [person.name, person.number, person.email];
      await pool.query('insert into contact_import.line (import_id, line, cells) values ($1, 1, $2)', [
        importId,
        JSON.stringify(cells),
      ]);
      const late = await scene.otherProcess();
      const held = late.hold('ContactChanged');
      const contact = { name: person.extra, number: person.number, email: person.email, extra: [] };
      const row = { importId, line: 1, contact, mayRename: true, updates: true };
      const importing = late.importRows.importContact(office.context(), row);
      await held.reached;
      return async () => {
        held.release();
        const { outcome, contactId } = await importing;
        await pool.query(
          'update contact_import.line set outcome = $2, contact_id = $3 where import_id = $1 and line = 1',
          [importId, outcome, contactId],
        );
        await late.close();
      };
    },
  },
];
