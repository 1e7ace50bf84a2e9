import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { phone } from '#start/demo/records.ts';
import { type Caller, type ContactMessage, contactPhone, login, type MessageView } from './api.ts';
import { demoPassword, type Product, startProduct } from './product.ts';

const contacts = ['5511988880001', '5541955550004', '5521977770002', '5531966660003'];
const victims = ['connector', 'projections', 'gateway', 'eventstore', 'postgres'] as const;
const perRound = 10;
const perContact = victims.length * perRound;

/** Looks again until it holds; the bound is there to fail instead of hanging. */
const eventually = async <T>(
  what: string,
  look: () => Promise<T | undefined>,
  withinMs = 90_000,
): Promise<T> => {
  const giveUpAt = Date.now() + withinMs;
  let last: unknown;
  for (;;) {
    try {
      const found = await look();
      if (found !== undefined) return found;
    } catch (error) {
      last = error;
    }
    if (Date.now() > giveUpAt) throw new Error(`${what} within ${withinMs / 1000} s`, { cause: last });
    await new Promise(resolve => setTimeout(resolve, 100));
  }
};

const allMessages = async (caller: Caller, ticketId: string): Promise<MessageView[]> => {
  const pages: MessageView[][] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const answer = await caller.messages(
      ticketId,
      cursor === '' ? '' : `?cursor=${encodeURIComponent(cursor)}`,
    );
    expect(answer.status).toBe(200);
    pages.unshift([...answer.body.messages]);
    cursor = answer.body.nextCursor;
  }
  return pages.flat();
};

/** Pid of a service at this moment; Postgres tells its own in its data directory. */
const pidOf = (product: Product, service: (typeof victims)[number]): number => {
  const pid = product.running().services[service]?.pid;
  if (pid) return pid;
  throw new Error(
    `${service} is not among ${Object.keys(product.running().services).join(', ')} (${join(product.dataDir)})`,
  );
};

const killAndAwaitRestart = async (product: Product, service: (typeof victims)[number]) => {
  const pid = pidOf(product, service);
  process.kill(pid, 'SIGKILL');
  await eventually(`${service} is restarted`, async () =>
    pidOf(product, service) === pid ? undefined : true,
  );
};

describe('a stream of messages while every service is killed in turn', () => {
  let product: Product;
  let ana: Caller;
  let tickets: string[];

  beforeAll(async () => {
    product = await startProduct();
    ana = await login(product.url, 'admin@demo.local', demoPassword);
    tickets = await Promise.all(contacts.map(number => openTicketOf(number)));
  });
  afterAll(() => product?.stop());

  /** The contact's active ticket, accepted by the administrator if nobody has it. */
  const openTicketOf = async (number: string): Promise<string> => {
    await contactPhone(product.simulatorUrl, number, phone.number).write('vou testar');
    const ticket = await eventually(`a ticket of ${number}`, async () => {
      const statuses = ['open', 'pending'];
      const lists = await Promise.all(statuses.map(status => ana.tickets(`?status=${status}&showAll=true`)));
      return lists.flatMap(list => list.body.tickets).find(each => each.contact.number === number);
    });
    if (ticket.status === 'pending') {
      const accepted = await ana.change(ticket.id, { status: 'open', userId: ana.user.id });
      expect(accepted.status).toBe(200);
    }
    return ticket.id;
  };

  it('shows every message exactly once, in order, on both sides', async () => {
    for (const [round, victim] of victims.entries()) {
      const turns = Array.from({ length: perRound }, (_, n) => round * perRound + n);
      const inbound = contacts.map(async number => {
        const device = contactPhone(product.simulatorUrl, number, phone.number);
        for (const n of turns) await device.write(`in ${n}`);
      });
      const outbound = tickets.map(async ticketId => {
        for (const n of turns) expect((await ana.send(ticketId, `out ${n}`)).status).toBe(201);
      });
      await Promise.all([...inbound, ...outbound, killAndAwaitRestart(product, victim)]);
    }

    for (const [index, number] of contacts.entries()) {
      const ticketId = tickets[index] ?? '';
      const expectedIn = Array.from({ length: perContact }, (_, n) => `in ${n}`);
      const expectedOut = Array.from({ length: perContact }, (_, n) => `out ${n}`);
      const device = contactPhone(product.simulatorUrl, number, phone.number);

      const onPhone = await eventually(`all answers on the phone of ${number}`, async () => {
        const shown = await device.shown();
        return answersOn(shown).length >= perContact ? answersOn(shown) : undefined;
      });
      expect(onPhone).toEqual(expectedOut);

      const messages = await eventually(`all messages of ${number} in the inbox`, async () => {
        const all = await allMessages(ana, ticketId);
        const done = all.filter(each => each.fromMe && /^out/.test(each.body)).every(each => each.ack >= 2);
        return all.filter(each => /^(in|out) /.test(each.body)).length >= 2 * perContact && done
          ? all
          : undefined;
      });
      expect(messages.filter(each => !each.fromMe && /^in /.test(each.body)).map(each => each.body)).toEqual(
        expectedIn,
      );
      expect(messages.filter(each => each.fromMe && /^out /.test(each.body)).map(each => each.body)).toEqual(
        expectedOut,
      );
      expect(new Set(messages.map(each => each.id)).size).toBe(messages.length);
    }
  }, 300_000);

  it('says in its log of nobody who they are, nor what they wrote', () => {
    const log = readFileSync(join(product.dataDir, 'logs', 'balcao.log'), 'utf8');
    expect(log).not.toBe('');
    const personal = [...contacts, phone.number, 'vou testar', demoPassword, ana.token(), 'Carla', 'Diego'];
    expect(personal.filter(each => log.includes(each))).toEqual([]);
  });

  it('leaves no process behind after Ctrl-C', async () => {
    const pids = Object.values(product.running().services).flatMap(service => service.pid ?? []);
    await product.stop({ keepData: true });
    for (const pid of pids) expect(isAlive(pid), `pid ${pid}`).toBe(false);
    await product.stop();
  });
});

const answersOn = (shown: readonly ContactMessage[]): string[] =>
  shown.filter(each => !each.fromMe && /^out /.test(each.text)).map(each => each.text);

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};
