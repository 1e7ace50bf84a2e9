import type { Pool } from 'pg';
import type { Commands } from '#commands/commands.ts';
import { keepDraft, settleDraft } from '#commands/contact-import/import-rows.ts';
import type { CommandContext, Principal } from '#commands/context.ts';
import { newId } from '#commands/ids.ts';
import { requestRun } from '#commands/integrity/runs.ts';
import type { InboundMessage } from '#commands/message/inbound-message.ts';
import { giveSecret } from '#commands/webhook/secrets.ts';
import { openReceiver } from '#commands/webhook/testing/receiver.ts';
import type { PersonKeys } from '#eventstore/person-keys.ts';
import { must } from '#gateway/testing/office.ts';

type Deps = { readonly pool: Pool; readonly commands: Commands; readonly keys: PersonKeys };

/** A company in which everything is about to happen that some follower or worker does something about. */
export type Company = Awaited<ReturnType<typeof openCompany>>;

const hours = 3_600_000;
const ago = (ms: number): string => new Date(Date.now() - ms).toISOString();
let numbers = 10_000_000;
const phone = (): string => {
  numbers += 1;
  return `55119${numbers}`;
};

/** Its people and places; nothing happens yet. */
export const openCompany = async ({ pool, commands, keys }: Deps, companyId = newId(), isNew = true) => {
  const by = (actor: CommandContext['actor'], at = ago(0)): CommandContext => ({
    ...{ companyId, commandId: newId(), at, principal: null, actor },
  });
  const system = (at?: string) => by({ kind: 'system' }, at);
  const company = { name: 'Loja', email: `loja@${companyId}.test`, phone: null, dueDate: null, status: true };
  if (isNew)
    must(
      await commands.company.create(system(), {
        ...{ companyId, ...company, recurrence: 'MENSAL', campaignsEnabled: false },
      }),
    );
  must(await commands.company.changeSetting(system(), { key: 'call', value: 'disabled' }));

  const person = async (): Promise<Principal> => {
    const [userId, name, profile] = [newId(), 'Ana', 'admin' as const];
    const lists = { queueIds: [], connectionIds: [] };
    const account = { userId, name, email: `${userId}@loja.test`, profile, superAdmin: false };
    must(await commands.user.create(system(), { ...account, ...lists }));
    return { userId, companyId, profile, superAdmin: false, queueIds: [], name };
  };
  const queue = async (name: string, color: string, complationMessage?: string) => {
    const queueId = newId();
    const texts = {
      greetingMessage: '',
      outOfHoursMessage: '',
      ...(complationMessage && { complationMessage }),
    };
    must(await commands.queue.create(system(), { queueId, name, color, ...texts }));
    return queueId;
  };
  const connect = async (name: string, provider: 'simulator' | 'beta', queueIds: string[], greeting = '') => {
    const connectionId = newId();
    const settings = { connectionId, name, provider, isDefault: false, queueIds, greetingMessage: greeting };
    must(await commands.connection.create(system(), settings));
    return connectionId;
  };
  const [admin, ana, gone] = [await person(), await person(), await person()];
  const [sales, support] = [await queue('Vendas', '#00aa00', 'Até logo'), await queue('Suporte', '#0000aa')];
  const closedDown = await queue('Fechada', '#aa0000');
  const greeted = await connect('Saudação', 'simulator', [sales], 'Olá!');
  const asked = await connect('Menu', 'simulator', [sales, support], 'Escolha');
  const unattended = await connect('Abandonada', 'beta', []);
  const remote = await connect('Distante', 'beta', []);
  const leaving = await connect('De saída', 'simulator', [sales]);
  const online = { status: 'CONNECTED' as const, reason: null, number: null };
  for (const connectionId of [remote, unattended])
    must(await commands.connection.recordStatus(system(), { connectionId, ...online }));
  const receiver = await openReceiver();
  const webhookId = newId();
  const hook = { webhookId, url: receiver.url, events: ['message.received'], payload: 'thin' as const };
  must(
    await commands.webhook.create(system(), {
      ...{ ...hook, description: '', enabled: true, connectionIds: null },
    }),
  );
  await giveSecret({ pool, keys }, { webhookId, companyId, secretId: newId() });

  const contact = async (number = phone()) => {
    const contactId = newId();
    must(await commands.contact.create(system(), { contactId, name: 'Clara', number }));
    return { contactId, number };
  };
  const ticket = async (
    queueId: string | null,
    user: Principal | null,
    { at = ago(0), connectionId = greeted, number = phone() } = {},
  ) => {
    const [ticketId, { contactId }] = [newId(), await contact(number)];
    const place = { ticketId, contactId, connectionId, queueId, userId: null, status: 'pending' as const };
    must(await commands.ticket.open(system(at), place));
    if (user)
      must(
        await commands.ticket.accept(
          { ...system(at), principal: user, actor: { kind: 'user', id: user.userId } },
          { ticketId },
        ),
      );
    return { ticketId, contactId, number };
  };
  const hear = async (connectionId: string, change: Partial<InboundMessage> = {}) => {
    const number = phone();
    const waKey = { id: newId(), remoteJid: `${number}@s.whatsapp.net`, fromMe: false, participant: null };
    const words = { body: 'Oi', mediaType: 'text' as const, quotedMessageId: null, senderName: 'Clara' };
    const chat = { number, lid: null, name: 'Clara', isGroup: false };
    const message = { connectionId, waKey, sentAt: ago(0), ...words, chat, ...change };
    must(await commands.message.receive(by({ kind: 'connection', id: connectionId }), message));
    return commands.message.inboundId(companyId, connectionId, waKey);
  };
  const as = (user: Principal, at?: string): CommandContext => ({
    ...by({ kind: 'user', id: user.userId }, at),
    principal: user,
  });

  /** Lets it all happen. */
  const happen = async () => {
    const given = await ticket(sales, gone);
    must(await commands.user.remove(system(), { userId: gone.userId }));
    const placed = await ticket(closedDown, null);
    const removal = { queueId: closedDown, successorId: support };
    must(await commands.queue.remove(system(), removal));
    const erased = await ticket(sales, null);
    const counts = { tickets: 1, messages: 0, notes: 0, media: 0 };
    const erasing = { contactId: erased.contactId, confirmation: erased.number, counts };
    must(await commands.contact.erase(system(), erasing));
    const silent = await ticket(sales, ana, { at: ago(30 * hours) });
    const busy = await ticket(sales, ana);
    const done = await ticket(sales, ana, { at: ago(0.1 * hours) });
    must(await commands.ticket.close(as(ana, ago(0.05 * hours)), { ticketId: done.ticketId }));
    const greetedId = await hear(greeted);
    const inMenuId = await hear(asked);
    const callId = await hear(greeted, { mediaType: 'call_log', body: '' });
    const scheduleId = newId();
    const clara = await contact();
    const localAt = ago(0.05 * hours).slice(0, 16);
    const outcome = await commands.schedule.create(as(admin, ago(0.2 * hours)), {
      ...{ scheduleId, contactId: clara.contactId, connectionId: remote, body: 'Lembrete' },
      ...{ localAt, zone: 'UTC', recurrence: 'none', signed: false, replyToAuthor: false },
    });
    if ('rejected' in outcome) throw new Error(outcome.rejected);
    const questionId = newId();
    const filters = { queueId: null, connectionId: null, attendantId: null, tagId: null };
    must(
      await commands.question.create(as(admin), {
        ...{ questionId, name: 'Quanto demora?', startKind: 'opened', endKind: 'accepted', ...filters },
        ...{ clock: 'calendar', grouping: 'none', computing: 'yes' },
      }),
    );
    const importId = await startImport();
    await requestRun(pool, companyId);
    await pool.query(
      `insert into connector.session (connection_id, company_id, provider, status, updated_at)
       values ($1, $2, 'beta', 'CONNECTED', now() - interval '1 hour') on conflict (connection_id)
       do update set status = 'CONNECTED', updated_at = excluded.updated_at`,
      [unattended, companyId],
    );
    const { unsentId, unfetchedId } = await leave();
    return {
      given,
      placed,
      erased,
      silent,
      busy,
      done,
      greetedId,
      inMenuId,
      callId,
      scheduleId,
      questionId,
      importId,
      unsentId,
      unfetchedId,
    };
  };

  /** A connection is removed, with a message that it was to send and a file that it was to get. */
  const leave = async () => {
    const unsentId = newId();
    const { ticketId } = await ticket(sales, ana, { connectionId: leaving });
    must(await commands.message.queue(as(ana), { messageId: unsentId, ticketId, body: 'Já vai' }));
    const unfetchedId = await hear(leaving, { mediaType: 'image', body: '' });
    await pool.query(
      'insert into connector.media_download (message_id, connection_id, company_id) values ($1, $2, $3)',
      [unfetchedId, leaving, companyId],
    );
    must(await commands.connection.remove(system(), { connectionId: leaving }));
    return { unsentId, unfetchedId };
  };

  const startImport = async () => {
    const importId = newId();
    const lines = [{ line: 2, cells: ['Gente', phone()] }];
    const draft = { id: importId, companyId, userId: null, source: 'file' as const, fileName: 'gente.csv' };
    await keepDraft(pool, { ...draft, headings: ['Nome', 'Fone'], lines, broken: [] });
    const mapping = { name: 0, number: 1, email: null, extra: [], areaCode: null };
    const settings = { mapping, updates: true, connectionId: null };
    await settleDraft(pool, { id: importId, companyId }, { settings, mayRename: true });
    const start = { importId, source: 'file' as const, rows: 1, connectionId: null };
    must(await commands.contactImport.start(system(), start));
    return importId;
  };

  return { companyId, greeted, asked, unattended, leaving, receiver, system, as, ana, ticket, hear, happen };
};
export type Happened = Awaited<ReturnType<Company['happen']>>;
