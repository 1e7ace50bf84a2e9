import type pg from 'pg';
import { createCommands } from '#commands/commands.ts';
import type { CommandContext } from '#commands/context.ts';
import { newId } from '#commands/ids.ts';
import type { EventStore } from '#eventstore/types.ts';
import { setPassword } from '#gateway/auth/credentials.ts';
import { SimulatorClient } from '#simulator/testing/simulator-client.ts';
import { companyId, connectionId, phone, queues } from '#start/demo/records.ts';
import { inFlight } from '../bench/measure.ts';
import { until } from '../bench/whatsapp/processes.ts';
import { type Caller, login, type TicketView } from '../system/api.ts';
import { demoPassword, type Product, startProduct } from '../system/product.ts';
import { type Inside, must, openInside, signIn } from './inside.ts';
import type { LoadOptions } from './options.ts';
import { persistently } from './persistently.ts';
import { storesOf } from './stores.ts';
import type { Chat } from './talk.ts';

/** A running product with everybody who takes part: who writes, who answers, and how the load looks inside. */
export type Scene = {
  readonly product: Product;
  readonly simulator: SimulatorClient;
  readonly store: EventStore;
  readonly pool: pg.Pool;
  readonly connectionId: string;
  readonly admin: Caller;
  readonly attendants: readonly Caller[];
  readonly chats: readonly Chat[];
  readonly end: () => Promise<void>;
};

/** The company's own number on the phones of its contacts. */
export const companyNumber = phone.number;

const queueIds = Object.values(queues).map(({ queueId }) => queueId);

export const openScene = async (options: LoadOptions): Promise<Scene> => {
  const stores = storesOf(options.stores);
  const isGiven = Object.keys(stores).length > 0;
  // Beside a database that is given there is neither unless that is said.
  const product = await startProduct(isGiven ? { env: { SIMULATOR: 'on', DEMO: 'on', ...stores } } : {});
  const inside = await openInside(product).catch(async error => {
    await product.stop();
    throw error;
  });
  const end = async () => {
    await inside.close();
    await product.stop();
  };
  try {
    const { store, pool } = inside;
    const simulator = new SimulatorClient(product.simulatorUrl);
    const admin = await login(product.url, 'admin@demo.local', demoPassword);
    const attendants = await hire(product, inside, options.attendants);
    const chats = await openChats(simulator, admin, attendants, options);
    return { product, simulator, store, pool, connectionId, admin, attendants, chats, end };
  } catch (error) {
    await end();
    throw error;
  }
};

const bySystem = (): CommandContext => ({
  ...{ companyId, commandId: newId(), at: new Date().toISOString(), principal: null },
  actor: { kind: 'system' },
});

/** So many attendants of both queues, each logged in; groups are for everybody. */
const hire = async (product: Product, { store, pool }: Inside, total: number): Promise<Caller[]> => {
  const commands = createCommands({ store });
  const setting = { key: 'CheckMsgIsGroup', value: 'disabled' };
  must(await commands.company.changeSetting(bySystem(), setting));
  const callers: Caller[] = [];
  for (let n = 1; n <= total; n += 1) {
    const account = { userId: newId(), name: `Atendente ${n}`, email: `atendente${n}@demo.local` };
    await setPassword(pool, { userId: account.userId, companyId, password: demoPassword });
    const lists = { queueIds, connectionIds: [], superAdmin: false, profile: 'user' as const };
    must(await commands.user.create(bySystem(), { ...account, ...lists }));
    callers.push(await signIn(product.url, account.email));
  }
  return callers;
};

/** Everybody writes once; their tickets are shared out among the attendants. */
const openChats = async (
  simulator: SimulatorClient,
  admin: Caller,
  attendants: readonly Caller[],
  options: LoadOptions,
): Promise<Chat[]> => {
  const contacts = Array.from({ length: options.contacts }, (_, n) => String(5_521_900_000_000 + n));
  for (const [n, number] of contacts.entries())
    await persistently(() => simulator.post('/contacts', { number, name: `Contato ${n}` }));
  const groups = await Promise.all(
    Array.from({ length: options.groups }, async (_, n) => {
      const people = Array.from(
        { length: options.groupSize },
        (_, k) => contacts[(n * options.groupSize + k) % contacts.length] ?? '',
      );
      const [first = '', ...others] = people;
      const body = { id: `12036300000${n}@g.us`, subject: `Grupo ${n}` };
      await simulator.post('/groups', { ...body, members: [first, companyNumber, ...others] });
      return { group: body.id, name: body.subject, people };
    }),
  );
  await inFlight(contacts.length, 8, n =>
    simulator.write(contacts[n] ?? '', { to: companyNumber, text: 'Bom dia' }),
  );
  for (const { group, people } of groups) await simulator.write(people[0] ?? '', { group, text: 'Bom dia' });

  const wanted = contacts.length + groups.length;
  const byName = await ticketsByName(admin, /^(Contato|Grupo) \d+$/, wanted);
  const wrote = () => ({ in: [], out: [] });
  const single = contacts.map((number, n) => ({ name: `Contato ${n}`, people: [number], group: undefined }));
  return Promise.all(
    [...single, ...groups].map(async ({ name, people, group }, n) => {
      const ticket = byName.get(name);
      if (!ticket) throw new Error(`${name} has no ticket`);
      if (ticket.status === 'pending') await accept(attendants[n % attendants.length], ticket);
      return { name, ticketId: ticket.id, people, group, wrote: wrote() };
    }),
  );
};

const accept = async (attendant: Caller | undefined, { id }: TicketView): Promise<void> => {
  const body = { status: 'open', userId: attendant?.user.id, queueId: queueIds[0] };
  const answer = await attendant?.change(id, body);
  if (answer?.status !== 200) throw new Error(`accepting answered ${answer?.status} ${answer?.body.error}`);
};

const ticketsByName = async (admin: Caller, name: RegExp, wanted: number) => {
  const found = new Map<string, TicketView>();
  await until(`${wanted} tickets are there`, async () => {
    for (const status of ['pending', 'groups', 'open']) {
      for (let cursor: string | null = ''; cursor !== null; ) {
        const place: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
        const { body } = await admin.tickets(`?status=${status}&showAll=true${place}`);
        for (const ticket of body.tickets)
          if (name.test(ticket.contact.name)) found.set(ticket.contact.name, ticket);
        cursor = body.nextCursor;
      }
    }
    return found.size >= wanted;
  });
  return found;
};
