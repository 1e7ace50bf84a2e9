import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contacts, phone } from '#start/demo/records.ts';
import { type Caller, contactPhone, login, type MessageView } from './api.ts';
import { demoPassword, type Product, startProduct } from './product.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { number } = contacts.carla;

/** Runs a command of the product on a data directory, as `npm run` does. */
const run = async (command: 'backup' | 'restore', dataDir: string, file: string): Promise<string> => {
  const script = join(root, 'start', 'backup', `${command}.ts`);
  const args = ['--disable-warning=ExperimentalWarning', script, file];
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir };
  return (await promisify(execFile)(process.execPath, args, { cwd: root, env })).stdout;
};

const eventually = async <T>(what: string, look: () => Promise<T | undefined>): Promise<T> => {
  const giveUpAt = Date.now() + 40_000;
  for (;;) {
    const found = await look().catch(() => undefined);
    if (found !== undefined) return found;
    if (Date.now() > giveUpAt) throw new Error(`${what} within 40 s`);
    await new Promise(resolve => setTimeout(resolve, 50));
  }
};

const statsOf = async ({ simulatorUrl }: Product): Promise<Record<string, number>> =>
  (await (await fetch(`${simulatorUrl}/stats`)).json()) as Record<string, number>;

const activeTicket = (caller: Caller) =>
  eventually('a ticket of the contact', async () => {
    const lists = await Promise.all(
      ['open', 'pending'].map(status => caller.tickets(`?status=${status}&showAll=true`)),
    );
    return lists.flatMap(list => list.body.tickets).find(ticket => ticket.contact.number === number);
  });

const allMessages = async (caller: Caller, ticketId: string): Promise<MessageView[]> => {
  const pages: MessageView[][] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query: string = cursor === '' ? '' : `?cursor=${encodeURIComponent(cursor)}`;
    const { body } = await caller.messages(ticketId, query);
    pages.unshift([...body.messages]);
    cursor = body.nextCursor;
  }
  return pages.flat();
};

describe('a backup of a busy product, brought back elsewhere', () => {
  let folder: string;
  let file: string;
  let product: Product | undefined;
  let confirmed: string[] = [];
  let ticketId: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'balcao-backup-'));
    chmodSync(folder, 0o711);
    file = join(folder, 'everything.balcao');
  });
  afterAll(async () => {
    await product?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('is taken while messages go both ways', async () => {
    const first = await startProduct({ dataDir: join(folder, 'first') });
    product = first;
    const admin = await login(first.url, 'admin@demo.local', demoPassword);
    const device = contactPhone(first.simulatorUrl, number, phone.number);
    await device.write('quero testar');
    const ticket = await activeTicket(admin);
    ticketId = ticket.id;
    if (ticket.status === 'pending') await admin.change(ticketId, { status: 'open', userId: admin.user.id });
    let going = true;
    const talk = (async () => {
      for (let n = 0; going; n += 1)
        await Promise.all([device.write(`in ${n}`), admin.send(ticketId, `out ${n}`)]);
    })();
    await eventually('a conversation under way', async () => {
      const bodies = (await allMessages(admin, ticketId)).map(each => each.body);
      return bodies.includes('in 6') && bodies.includes('out 6') ? true : undefined;
    });
    confirmed = (await allMessages(admin, ticketId)).map(each => each.body);
    const said = await run('backup', first.dataDir, file);
    expect(said).toMatch(/everything\.balcao: \d+ events, \d+ rows/);
    going = false;
    await talk;
    await first.stop();
    product = undefined;
  });

  it('knows its users, conversations and phone, and goes on with every message readable', async () => {
    const dataDir = join(folder, 'second');
    expect(await run('restore', dataDir, file)).toMatch(/Restored \d+ events/);
    const second = await startProduct({ dataDir });
    product = second;
    const admin = await login(second.url, 'admin@demo.local', demoPassword);
    const device = contactPhone(second.simulatorUrl, number, phone.number);
    await eventually('the conversation as it was', async () => {
      const bodies = (await allMessages(admin, ticketId)).map(each => each.body);
      return confirmed.every(body => bodies.includes(body)) ? true : undefined;
    });

    await device.write('depois da cópia');
    expect((await admin.send(ticketId, 'resposta depois da cópia')).status).toBe(201);
    const messages = await eventually('a message each way', async () => {
      const all = await allMessages(admin, ticketId);
      const answer = all.find(each => each.body === 'resposta depois da cópia');
      return answer && answer.ack >= 2 && all.some(each => each.body === 'depois da cópia') ? all : undefined;
    });
    await eventually('the answer on the phone', async () =>
      (await device.shown()).some(each => each.text === 'resposta depois da cópia') ? true : undefined,
    );
    const bodies = messages.map(each => each.body).filter(body => /^(in|out) /.test(body));
    expect(new Set(bodies).size).toBe(bodies.length);
    expect(messages.filter(each => each.mediaType === 'unavailable')).toEqual([]);
    // A message that was stored but not yet acknowledged comes again, and may be asked for: that is no loss.
    expect(await statsOf(second)).toMatchObject({ undecryptable: 0, online: 1 });
    const written = (await device.shown()).filter(each => each.fromMe && /^in /.test(each.text));
    expect(new Set(bodies)).toEqual(new Set([...bodies, ...written.map(each => each.text)]));
    const texts = (await device.shown()).map(each => each.text).filter(text => /^(in|out) /.test(text));
    expect(new Set(texts).size).toBe(texts.length);
    await expect(run('restore', dataDir, file)).rejects.toThrow(/already runs on the data in/);
  });
});
