import type { Pool } from 'pg';
import { keepDraft, noteResults } from '#commands/contact-import/import-rows.ts';
import { newId } from '#commands/ids.ts';
import { records } from '#domain/records/records.ts';
import { openBrowser } from './browser.ts';
import type { Harness } from './harness.ts';
import { must, openOffice, phoneNumber } from './office.ts';
import { openKey } from './outside.ts';
import { recordForm } from './record-form.ts';

/** A company with one of everything that there can be many of, and who may see all of it. */
export const openSmallCompany = async (harness: Harness) => {
  const { commands, pool } = harness;
  const office = await openOffice(harness);
  const context = office.context;
  const queueId = await office.queue('Vendas', '#00aa00');
  const connectionId = await office.connection([queueId]);
  const user = await office.user('Ana', { profile: 'admin', queueIds: [queueId] });
  const { email, userId } = user;
  const byUser = () => context({ ...user, superAdmin: false });
  const contactId = await office.contact('Clara');
  const [ticketId, messageId, noteId, tagId, optionId] = [newId(), newId(), newId(), newId(), newId()];
  must(await commands.tag.create(context(), { tagId, name: 'Urgente', color: '#ff0000' }));
  const option = { queueId, optionId, parentId: null, title: 'Boletos', message: '' };
  must(await commands.queueMenu.add(context(), option));
  const place = { contactId, connectionId, queueId };
  must(await commands.ticket.open(context(), { ticketId, ...place, userId: null, status: 'pending' }));
  must(await commands.ticket.tag(context(), { ticketId, tagIds: [tagId] }));
  must(await commands.ticket.accept(byUser(), { ticketId }));
  must(await commands.message.queue(byUser(), { messageId, ticketId, body: 'Bom dia' }));
  must(await commands.ticket.note(byUser(), { ticketId, noteId, note: 'Paga em dia' }));
  must(await commands.ticket.close(byUser(), { ticketId, justClose: true }));
  // One that is closed, one that waits and one that is attended to.
  const otherContactId = await office.contact('Davi');
  const waiting = await office.pending({ ...place, contactId: otherContactId });
  const attended = await office.pending({ ...place, contactId: await office.contact('Elisa') });
  must(await commands.ticket.accept(byUser(), { ticketId: attended }));
  await office.inbound(connectionId);
  const recordIds: Record<string, string> = {};
  for (const record of Object.values(records)) {
    const id = newId();
    const made = { ...recordForm(record), [record.idField]: id, userId };
    must(await commands.anyRecord[record.concept].create(byUser(), made));
    recordIds[record.concept] = id;
  }
  const scheduleId = newId();
  const plan = { contactId, connectionId, body: 'Bom dia!', localAt: '2099-01-01T09:00', zone: 'UTC' };
  const planned = { scheduleId, ...plan, recurrence: 'none' as const, signed: false, replyToAuthor: false };
  must(await commands.schedule.create(context(), planned));
  const importId = newId();
  const draft = { source: 'list' as const, fileName: '', headings: ['name', 'number'], broken: [] };
  const lines = [{ line: 1, cells: ['Ninguém', '123'] }];
  await keepDraft(pool, { ...draft, id: importId, companyId: office.companyId, userId, lines });
  const rejected = { line: 1, outcome: 'invalid' as const, reason: 'number', contactId: null };
  await noteResults(pool, importId, [rejected]);
  const begin = { importId, source: 'list' as const, rows: 1, connectionId };
  must(await commands.contactImport.start(context(), begin));
  const webhookId = newId();
  const hook = { url: 'https://loja.test/', payload: 'thin' as const, description: '', enabled: true };
  const events = ['ticket.opened'];
  must(await commands.webhook.create(context(), { ...hook, webhookId, events, connectionIds: null }));
  const deliveryId = newId();
  await pool.query(
    `insert into webhook.delivery (id, endpoint_id, company_id, type, category, entity_id, revision, persons, happened_at, noted_at)
     values ($1, $2, $3, 'ticket.opened', 'ticket', $4, 0, '{}', now(), now())`,
    [deliveryId, webhookId, office.companyId, ticketId],
  );
  await harness.caughtUp();
  const admin = openBrowser(harness);
  await admin.login(email);
  const program = await openKey(harness, admin, ['send', 'read', 'webhooks']);
  const sent = await program.send({ number: phoneNumber(), body: 'Pedido 1' });
  if (sent.status !== 202) throw new Error(`a program sent nothing: ${JSON.stringify(sent.body)}`);
  await harness.caughtUp();
  const versionId = await writeOthers(pool, office.companyId, userId);
  const [entry] = (await admin.get('audit')).body.entries;
  const { body: history } = await admin.get(`tickets/${ticketId}/history`);
  return {
    ...{ admin, program, companyId: office.companyId, queueId, connectionId, userId, contactId, ticketId },
    ...{ entryId: String(entry.id), foundedAt: String(history.at(-1)?.at) },
    ...{
      waiting,
      otherContactId,
      versionId,
      noteId,
      outsideId: String(sent.body.id),
      messageId,
      tagId,
      optionId,
      recordIds,
      scheduleId,
      importId,
      webhookId,
      deliveryId,
    },
  };
};
/** Rows that take whole stories to come about. Answers the version of a question. */
const writeOthers = async (pool: Pool, companyId: string, userId: string): Promise<string> => {
  await pool.query(`update contact_import.job set status = 'finished' where company_id = $1`, [companyId]);
  const version = `select id from questions.version where company_id = $1`;
  let found: { readonly id: string } | undefined;
  // It is made of the question by who follows the log, within a moment.
  while (!found) [found] = (await pool.query<{ id: string }>(version, [companyId])).rows;
  const of = `from (select *, '${userId}'::uuid as made_user from inbox.ticket) t
    where t.company_id = $1 and t.status = 'closed'`;
  const whose = 't.id, t.contact_id, t.connection_id, t.queue_id, t.made_user';
  for (const text of [
    `insert into webhook.endpoint (id, company_id, url, events, payload, enabled)
       select id, company_id, url, '{}', payload, enabled from inbox.webhook where company_id = $1`,
    `insert into inbox.rating (id, ticket_id, contact_id, connection_id, queue_id, user_id, rating, at, placed, company_id, position)
       select gen_random_uuid(), ${whose}, 3, now(), 1, $1, 1 ${of}`,
    `insert into dashboard.mark (id, episode_id, ticket_id, contact_id, connection_id, queue_id, user_id, rating, at, company_id, position)
       select gen_random_uuid(), gen_random_uuid(), ${whose}, 3, now(), $1, 1 ${of}`,
    `insert into inbox.notice (id, kind, subject_id, reason, at, placed, company_id, position)
       select gen_random_uuid(), 'connection-lost', t.connection_id, 'logged-out', now(), 1, $1, 1 ${of}`,
    `insert into inbox.erasure (id, persons, user_id, erased_at, tickets, messages, notes, media, company_id, position)
       select t.contact_id, '{}', t.made_user, now(), 0, 0, 0, 0, $1, 1 ${of}`,
    `insert into questions.fact (version_id, id, company_id, ticket_id, started_at, ended_at, ms, connection_id, user_id)
       select '${found.id}', gen_random_uuid(), $1, t.id, now(), now(), 1000, t.connection_id, t.made_user ${of}`,
  ])
    await pool.query(text, [companyId]);
  return found.id;
};
export type SmallCompany = Awaited<ReturnType<typeof openSmallCompany>>;

/** Schemas whose tables have one company's rows side by side. */
const schemas = ['inbox', 'audit', 'dashboard', 'questions', 'contact_import', 'webhook', 'access'];

type Column = {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  readonly unique: boolean;
};

/**
 * Puts so many copies of each row of a company beside it, in every table that has rows of companies. Copies differ by
 * what must be unique alone, so that they belong to what the first belongs to. Answers the tables that had no row.
 */
export const multiplyRows = async (pool: Pool, companyId: string, copies: number): Promise<string[]> => {
  const { rows } = await pool.query<Column>(
    `select c.table_schema || '.' || c.table_name as "table", c.column_name as name, c.udt_name as type,
       exists (select from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
         where i.indisunique and i.indrelid = (c.table_schema || '.' || c.table_name)::regclass
           and a.attname = c.column_name) as unique
     from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where t.table_type = 'BASE TABLE' and c.table_schema = any($1) and c.is_generated = 'NEVER'
     order by c.ordinal_position`,
    [schemas],
  );
  const empty: string[] = [];
  for (const [table, columns] of Map.groupBy(rows, each => each.table)) {
    const names = new Set(columns.map(({ name }) => name));
    const isOfImport = table === 'contact_import.line';
    if (!isOfImport && !(names.has('company_id') && (names.has('id') || names.has('ticket_id')))) continue;
    const own = isOfImport
      ? 'import_id in (select id from contact_import.job where company_id = $1)'
      : 'company_id = $1';
    const values = columns.map(column => `${copyOf(column)} as "${column.name}"`);
    const list = columns.map(({ name }) => `"${name}"`).join(', ');
    const { rowCount } = await pool.query(
      `insert into ${table} (${list}) select ${values.join(', ')}
       from (select * from ${table} where ${own} limit 5) r, generate_series(1, ${copies}) n on conflict do nothing`,
      [companyId],
    );
    if (!rowCount) empty.push(table);
  }
  return empty;
};

/** Of what a row is a part: a copy is a part of the same. */
const whose = new Set(['company_id', 'import_id', 'ticket_id', 'version_id']);

/** Numbers and texts that differ from all that are there. */
const copyOf = ({ name, type, unique }: Column): string => {
  const column = `r."${name}"`;
  if (!unique || whose.has(name)) return column;
  if (type === 'uuid') return 'gen_random_uuid()';
  if (type === 'int4' || type === 'int8') return `${column} + (random() * 1000000000)::int`;
  return type === 'text' ? `${column} || ' ' || gen_random_uuid()` : column;
};
