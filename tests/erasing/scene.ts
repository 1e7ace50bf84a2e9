import pg from 'pg';
import { pino } from 'pino';
import type { InboundMessage } from '#commands/message/inbound-message.ts';
import { eraseContactsPolicy } from '#commands/policies/erase-contacts-policy.ts';
import { followPolicy } from '#commands/policies/follow-policy.ts';
import { migratePolicies } from '#commands/policies/migrate.ts';
import { storeFile } from '#connector/media/testing/files.ts';
import { migrateConnector } from '#connector/migrate.ts';
import { followLog } from '#connector/outbound/follow-log.ts';
import { rememberQueued } from '#connector/outbound/just-queued.ts';
import { unwatched } from '#eventstore/follow/report.ts';
import { openBrowser } from '#gateway/testing/browser.ts';
import { openHarness } from '#gateway/testing/harness.ts';
import { must, openOffice } from '#gateway/testing/office.ts';
import { purgesOf } from '#start/purges.ts';
import { openOtherProcess, purgeOnceMore } from './other-process.ts';

const log = pino({ level: process.env.TEST_LOG ?? 'silent' });
const group = { number: '120363000000000042', lid: null, name: 'Clube do livro', isGroup: true };

/** Somebody with texts that are found nowhere else. */
export const personNamed = (word: string, digits: string) => ({
  name: `Zuleica ${word}`,
  number: `55119${digits}`,
  lid: `7788${digits}99`,
  email: `zuleica@${word}.example`,
  picture: `https://pictures.example/${word}.jpg`,
  body: `segredo azul de ${word}`,
  edited: `segredo corrigido de ${word}`,
  answer: `resposta verde para ${word}`,
  note: `nota roxa sobre ${word}`,
  remark: `observação parda sobre ${word}`,
  takenBack: `observação apagada sobre ${word}`,
  extra: `aniversário bege de ${word}`,
  file: `arquivo prata de ${word}`,
  inGroup: `palavra amarela de ${word} no grupo`,
});
export type Person = ReturnType<typeof personNamed>;

/** A gateway with its store and read models, the connector's tables beside them, and an office at work. */
export const openScene = async () => {
  const harness = await openHarness();
  const { commands, pool, store, keys } = harness;
  await migratePolicies(pool);
  await migrateConnector(pool);
  const office = await openOffice(harness);
  const queueId = await office.queue('Vendas', '#00aa00');
  const admin = await office.user('Bruna', { profile: 'admin' });
  const user = await office.user('Carlos', { queueIds: [queueId] });
  const connectionId = await office.connection([queueId]);
  const stopping = new AbortController();
  const { signal } = stopping;
  const erased = new Set<string>();
  const following = followLog({
    ...{ pool, store, log, signal, provider: 'simulator', justQueued: rememberQueued(), report: unwatched },
    onErased: async ({ companyId, data }) => {
      await commands.contact.refresh(companyId, data);
      erased.add(data.contactId);
    },
    onMerged: async () => undefined,
    isOthers: commands.contact.isOthers,
    isTicketOf: commands.ticket.isOf,
    hear: commands.hear,
  });
  await harness.caughtUp();
  const browser = openBrowser(harness);
  await browser.login(admin.email);
  const attendant = openBrowser(harness);
  await attendant.login(user.email);
  /** As the services' own: instants are dates. */
  const ownPool = new pg.Pool({ connectionString: harness.databaseUrl, max: 3 });
  const purges = purgesOf({ pool, keys, media: harness.media });
  const byAdmin = () => office.context({ ...admin, superAdmin: false });
  const byConnection = () => ({
    ...office.context(),
    actor: { kind: 'connection' as const, id: connectionId },
  });
  let sent = 0;

  const hear = async (person: Person, body: string, inGroup = false): Promise<string> => {
    sent += 1;
    const jid = `${person.lid}@lid`;
    const { name, number, lid } = person;
    const message: Partial<InboundMessage> = {
      body,
      senderName: name,
      waKey: {
        id: `WA${sent}`,
        fromMe: false,
        ...(inGroup
          ? { remoteJid: `${group.number}@g.us`, participant: jid }
          : { remoteJid: jid, participant: null }),
      },
      chat: inGroup ? group : { number, lid, name, isGroup: false },
    };
    await office.inbound(connectionId, message);
    return `WA${sent}`;
  };

  const idOf = async (table: 'message' | 'contact', column: string, value: string): Promise<string> => {
    await harness.caughtUp();
    const { rows } = await pool.query<{ id: string }>(
      `select id from inbox.${table} where ${column} = $1 order by position desc limit 1`,
      [value],
    );
    return rows[0]?.id ?? '';
  };

  const groupSetting = async (): Promise<string> =>
    (await pool.query<{ ignores: boolean }>('select ignores_groups as ignores from connector.company'))
      .rows[0]?.ignores === false
      ? 'disabled'
      : 'enabled';

  return {
    ...{ harness, office, browser, attendant, byAdmin, byConnection, connectionId, hear, idOf, pool },
    /** An administrator of another company. */
    stranger: async () => {
      const other = await openOffice(harness);
      const { email } = await other.user('Davi', { profile: 'admin' });
      await harness.caughtUp();
      const elsewhere = openBrowser(harness);
      await elsewhere.login(email);
      return elsewhere;
    },
    /** Everything there can be of a person: profile, conversation, notes, a group, and WhatsApp's own keys. */
    befriend: async (person: Person) => {
      const waId = await hear(person, person.body);
      const contactId = await idOf('contact', 'number', person.number);
      const messageId = await idOf('message', 'body', person.body);
      const { rows } = await pool.query<{ id: string }>('select id from inbox.ticket where contact_id = $1', [
        contactId,
      ]);
      const ticketId = rows[0]?.id ?? '';
      const { email, name, number, lid } = person;
      must(await commands.contact.change(byAdmin(), { contactId, name, email, queueId: null }));
      must(await commands.contact.changePicture(byConnection(), { contactId, url: person.picture }));
      must(await commands.ticket.transfer(byAdmin(), { ticketId, queueId, notes: person.note }));
      must(await commands.ticket.accept(byAdmin(), { ticketId }));
      const extraInfo = [{ id: crypto.randomUUID(), name: person.extra, value: person.extra }];
      must(await commands.contact.edit(byAdmin(), { contactId, extraInfo }));
      const [noteId, taken] = [crypto.randomUUID(), crypto.randomUUID()];
      must(await commands.ticket.note(byAdmin(), { ticketId, noteId, note: person.remark }));
      must(await commands.ticket.note(byAdmin(), { ticketId, noteId: taken, note: person.takenBack }));
      await idOf('contact', 'number', number);
      must(await commands.ticket.deleteNote(byAdmin(), { ticketId, noteId: taken }));
      const fileId = crypto.randomUUID();
      const owner = { companyId: office.companyId, messageId: fileId, persons: [contactId] };
      const bytes = Buffer.from(person.file);
      const media = await storeFile(harness.media, owner, { bytes, name: `${person.file}.txt` });
      const file = { messageId: fileId, ticketId, body: person.file, mediaType: 'application' as const };
      must(await commands.message.queue(byAdmin(), { ...file, media }));
      const answerId = crypto.randomUUID();
      const answer = { messageId: answerId, ticketId, body: person.answer };
      must(await commands.message.queue(byAdmin(), answer));
      const waKey = { id: `out ${answerId}`, remoteJid: `${lid}@lid`, fromMe: true, participant: null };
      must(await commands.message.recordSent(byConnection(), { messageId: answerId, waKey }));
      must(await commands.message.recordEdited(byConnection(), { messageId, body: person.edited }));
      const reaction = { messageId: answerId, emoji: '💛', fromMe: false, by: lid };
      must(await commands.message.recordReaction(byConnection(), reaction));
      await hear(person, person.inGroup, true);
      await pool.query(
        `insert into connector.wa_key (account, type, id, value)
         select $1::uuid, 'session', unnest($2::text[]), 'sealed'`,
        [connectionId, [`${number}.0`, `${lid}_1.0`, number, `${lid}_reverse`]],
      );
      await pool.query(
        `insert into connector.inbox_journal (account, chat, participant, stanza_id, enc_index, attrs, handled)
         values ($1, $2, '', $3, 0, $4, true)`,
        [connectionId, `${lid}@lid`, waId, JSON.stringify({ pushName: name, remoteJidAlt: number })],
      );
      await harness.caughtUp();
      return { contactId, ticketId, messageId, answerId };
    },
    /** Keeps a profile picture of a contact, as the connector does; answers its bytes as a text. */
    portray: async (contactId: string, picture: string): Promise<string> => {
      const { companyId } = office;
      const owner = { companyId, messageId: contactId, persons: [contactId] };
      const { hash } = await storeFile(harness.media, owner, { bytes: Buffer.from(picture), name: 'foto' });
      const url = `/api/media/${companyId}/${hash}?m=${contactId}`;
      must(await commands.contact.changePicture(byConnection(), { contactId, url }));
      await harness.caughtUp();
      return picture;
    },
    /** A program has sent them something, and may ask again what came of it. */
    answerCall: (contactId: string, number: string) =>
      pool.query(
        `insert into secrets.idempotent_call (token_id, key, company_id, fields, command_id, answer)
         values (gen_random_uuid(), 'key', $1, '{}', gen_random_uuid(), $2)`,
        [office.companyId, { contactId, number }],
      ),
    /** Another process that heard nothing yet: it holds the keys it has used. */
    otherProcess: () => openOtherProcess(harness),
    /** Resolves when the connector has purged its rows of a contact. */
    purged: async (contactId: string) => {
      const giveUp = Date.now() + 30_000;
      while (!erased.has(contactId)) {
        if (Date.now() > giveUp) throw new Error('the connector did not purge');
        await pool.query('select 1');
      }
    },
    /** Starts what destroys keys; resolves to how to stop it. */
    startPolicy: () => {
      const ending = new AbortController();
      const running = followPolicy(
        { store, pool, log, signal: ending.signal },
        eraseContactsPolicy({
          ...{ store, commands, log },
          purges,
        }),
      );
      return async () => {
        ending.abort();
        await running;
      };
    },
    /** Resolves when the connector's tables say what the log says now. */
    followed: async () => {
      const value = (await groupSetting()) === 'enabled' ? 'disabled' : 'enabled';
      const setting = { key: 'CheckMsgIsGroup', value };
      const { position } = must(await commands.company.changeSetting(office.context(), setting));
      const giveUp = Date.now() + 30_000;
      const text = 'select position::float8 as position from connector.checkpoint';
      while ((await pool.query<{ position: number }>(text)).rows.every(row => row.position < position))
        if (Date.now() > giveUp) throw new Error('the connector did not follow');
    },
    /** The purges that follow the first one, as if their time had come: the next of each person. */
    purgeAgain: () => purgeOnceMore({ harness, ownPool, purges, log }),
    close: async () => {
      stopping.abort();
      await following.catch(() => undefined);
      await ownPool.end();
      await harness.close();
    },
  };
};
export type Scene = Awaited<ReturnType<typeof openScene>>;
