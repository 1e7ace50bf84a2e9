import type pg from 'pg';
import { pino } from 'pino';
import type { Weekday } from '#domain/shared/calendar.ts';
import { inTransaction } from '#eventstore/database/transaction.ts';
import { openMemoryStore } from '#eventstore/memory.ts';
import type { EventStore, Position, Recorded } from '#eventstore/types.ts';
import { createCommands } from '../commands.ts';
import type { CommandContext } from '../context.ts';
import { newId } from '../ids.ts';
import { attendPolicy } from '../policies/attend/attend-policy.ts';
import { beginMenuWork } from '../policies/attend/begin-menu.ts';
import { menuPauseWork } from '../policies/attend/menu-pause.ts';
import { menuSilence, menuSilencePolicy } from '../policies/attend/menu-silence.ts';
import type { MenuPause } from '../policies/attend/pause-times.ts';
import { doNextDue } from '../policies/due-work.ts';
import type { Policy } from '../policies/follow-policy.ts';
import { accepted, allEvents, inbound } from './world.ts';

export type QueueGiven = {
  readonly name: string;
  readonly greetingMessage?: string;
  readonly outOfHoursMessage?: string;
  readonly schedules?: { weekdayEn: Weekday; startTime: string; endTime: string }[];
};

const log = pino({ level: 'silent' });
let colours = 0;

/** A company with a connection, its queues, and the policies that attend who writes there, over one store. */
export const createAttended = async (
  pool: pg.Pool,
  given: {
    readonly store?: EventStore;
    readonly queues: readonly QueueGiven[];
    readonly greeting?: string;
    readonly outOfHours?: string;
    readonly settings?: Readonly<Record<string, string>>;
    /** Without one, settling waits for no pause. */
    readonly menuPause?: MenuPause;
  },
) => {
  const store = given.store ?? openMemoryStore();
  const commands = createCommands({ store });
  const [companyId, connectionId] = [newId(), newId()];
  const clock = { now: new Date() };
  const by = (actor: CommandContext['actor']): CommandContext => ({
    ...{ companyId, commandId: newId(), at: clock.now.toISOString(), principal: null },
    actor,
  });
  const bySystem = () => by({ kind: 'system' });
  const company = {
    ...{ companyId, name: 'Loja', email: 'loja@demo.local', phone: null, dueDate: null },
    ...{ recurrence: 'MENSAL' as const, status: true, campaignsEnabled: false },
  };
  accepted(await commands.company.create(bySystem(), company));
  const set = async (settings: Readonly<Record<string, string>>) => {
    for (const [key, value] of Object.entries(settings))
      accepted(await commands.company.changeSetting(bySystem(), { key, value }));
  };
  await set(given.settings ?? {});
  const queueIds: string[] = [];
  for (const queue of given.queues) {
    const queueId = newId();
    colours += 1;
    const color = `#${String(colours).padStart(6, '0')}`;
    const texts = { greetingMessage: '', outOfHoursMessage: '' };
    accepted(await commands.queue.create(bySystem(), { ...texts, ...queue, queueId, color }));
    queueIds.push(queueId);
  }
  const texts = { greetingMessage: given.greeting ?? 'Olá!', outOfHoursMessage: given.outOfHours ?? '' };
  const connections: string[] = [];
  /** Another connection with the same queues and texts; answers its id. */
  const connect = async (name: string, id = newId()): Promise<string> => {
    const fields = { name, provider: 'simulator' as const, isDefault: connections.length === 0, queueIds };
    accepted(await commands.connection.create(bySystem(), { connectionId: id, ...fields, ...texts }));
    connections.push(id);
    return id;
  };
  await connect('Loja', connectionId);

  /** A contact of this number writes, or the company's own phone to it. */
  const write = async (number: string, body: string, change: Parameters<typeof inbound>[0] = {}) => {
    const chat = { number, lid: null, ...change.chat };
    const message = inbound({ connectionId, ...change, body, chat });
    accepted(await commands.message.receive(by({ kind: 'connection', id: message.connectionId }), message));
  };

  /** Something that cannot be read yet; what it answers makes it readable. */
  const writeUnreadable = async (number: string) => {
    await write(number, '', { mediaType: 'unavailable' });
    const last = (await events()).findLast(({ type }) => type === 'MessageReceived');
    return async (body: string) => {
      const content = { body, mediaType: 'text' as const, quotedMessageId: null };
      const context = by({ kind: 'connection', id: connectionId });
      accepted(
        await commands.message.recoverContent(context, { messageId: last?.entityId ?? '', ...content }),
      );
    };
  };

  const { menuPause } = given;
  const deps = { pool, store, commands, log, menuPause, now: () => clock.now };
  const read: Record<string, Position> = {};
  /** What a policy's follower does: takes in what came since, each batch in a transaction. */
  const take = async (policy: Policy): Promise<number> => {
    const after = read[policy.name] ?? (policy.beginsAtEnd ? begun : 0);
    const events = (await allEvents(store)).filter(
      (event: Recorded) => event.position > after && event.companyId === companyId,
    );
    read[policy.name] = events.at(-1)?.position ?? after;
    await inTransaction(pool, client => policy.react(client, events));
    return events.length;
  };
  const begun = await store.head();
  /** WhatsApp has taken what was queued. */
  const deliver = async (): Promise<number> => {
    const all = await events();
    const sent = new Set(all.flatMap(({ type, entityId }) => (type === 'MessageSent' ? [entityId] : [])));
    const queued = all.flatMap(({ type, data }) => (type === 'MessageQueued' ? [data] : []));
    const left = queued.filter(({ messageId }) => !sent.has(messageId));
    for (const { messageId, waId: id } of left) {
      const waKey = { id, remoteJid: '5511900000000@s.whatsapp.net', fromMe: true, participant: null };
      accepted(
        await commands.message.recordSent(by({ kind: 'connection', id: connectionId }), { messageId, waKey }),
      );
    }
    return left.length;
  };
  /** Menus whose contact has paused begin. */
  const beginMenus = async (): Promise<number> => {
    if (!menuPause)
      await pool.query('update policy.due_work set due_at = least(due_at, now()) where kind = $1', [
        menuPauseWork,
      ]);
    return doNextDue({ pool, log, handlers: { [menuPauseWork]: beginMenuWork(deps) } });
  };
  const takeAll = async () => {
    const policies = [attendPolicy(deps), menuSilencePolicy(deps)];
    for (let count = 1; count > 0; ) {
      count = 0;
      for (const policy of policies) count += await take(policy);
    }
  };
  /** The policies take in everything, what they wrote themselves included, and what they sent goes out. */
  const settle = async () => {
    for (let count = 1; count > 0; ) {
      await takeAll();
      count = (await deliver()) + (await beginMenus());
    }
  };
  const doDue = async (): Promise<number> => {
    await pool.query('delete from policy.checkpoint');
    await pool.query(`insert into policy.checkpoint values ('attend', $1, $1)`, [read.attend ?? begun]);
    return doNextDue({ pool, log, handlers: { 'menu-silence': menuSilence(deps) } });
  };
  const pass = async (minutes: number) => {
    clock.now = new Date(clock.now.getTime() + minutes * 60_000);
    await pool.query(`update policy.due_work set due_at = due_at - make_interval(mins => $1)`, [minutes]);
    await pool.query(`update policy.automatic_text set at = at - make_interval(mins => $1)`, [minutes]);
  };
  /** What is due by this time is done. */
  const wait = async (minutes: number) => {
    await pass(minutes);
    await take(attendPolicy(deps));
    // What is done about silence is nothing to answer.
    while ((await doDue()) > 0) read.attend = await store.head();
    await settle();
  };

  const events = async () => (await allEvents(store)).filter(event => event.companyId === companyId);
  const sent = async (): Promise<readonly { kind: string; body: string; at: string }[]> =>
    (await events()).flatMap(({ type, data, metadata }) =>
      type === 'MessageQueued' && data.automatic
        ? [{ kind: data.automatic, body: data.body, at: metadata.at }]
        : [],
    );
  const tickets = async () => {
    const ids = (await events()).flatMap(({ type, data }) =>
      type === 'TicketOpened' ? [data.ticketId] : [],
    );
    return Promise.all(
      ids.map(async id => ({ id, ...(await commands.ticket.attending.ticket(companyId, id)).ticket })),
    );
  };
  return {
    ...{
      store,
      commands,
      companyId,
      connectionId,
      queueIds,
      clock,
      connect,
      bySystem,
      set,
      write,
      writeUnreadable,
      settle,
      takeAll,
      deliver,
      beginMenus,
      pass,
      doDue,
      wait,
    },
    ...{ events, sent, tickets, read, deps },
  };
};
