import { createCommands } from '#commands/commands.ts';
import { newId } from '#commands/ids.ts';
import { hashPassword } from '#gateway/auth/passwords.ts';
import { openOffice } from '#gateway/testing/office.ts';
import { inFlight } from '../bench/measure.ts';
import type { Caller } from '../system/api.ts';
import { demoPassword, type Product } from '../system/product.ts';
import { type Inside, must, signIn } from './inside.ts';

/** A company of people who look on, and the tickets that change before their eyes. */
export type Crowded = {
  readonly companyId: string;
  readonly admin: Caller;
  readonly sockets: number;
  /** Who have them, so many each. */
  readonly people: readonly Caller[];
  readonly ticketIds: readonly string[];
  /** Changes a ticket past the gateway. */
  readonly changeBehind: (ticketId: string, isOpen: boolean) => Promise<void>;
};

/** Below what the gateway lets one person have. */
export const socketsOfOne = 16;

/** Makes a company whose people have so many sockets, and logs all of them in. */
export const openCrowded = async (
  product: Product,
  inside: Inside,
  { sockets, tickets }: { readonly sockets: number; readonly tickets: number },
): Promise<Crowded> => {
  const commands = createCommands({ store: inside.store });
  const { companyId, context, ...office } = await openOffice({ commands, pool: inside.pool });
  const queueId = await office.queue('Balcão', '#2f9e44');
  const connectionId = await office.connection([queueId]);
  const hash = await hashPassword(demoPassword);
  const hire = async (profile: 'admin' | 'user') => {
    const userId = newId();
    const account = { userId, name: `Gente ${userId.slice(-4)}`, email: `${userId}@crowd.test`, profile };
    await inside.pool.query(
      'insert into secrets.credential (user_id, company_id, hash) values ($1, $2, $3)',
      [userId, companyId, hash],
    );
    const lists = { queueIds: [queueId], connectionIds: [], superAdmin: false };
    must(await commands.user.create(context(), { ...account, ...lists }));
    return { ...account, companyId, superAdmin: false, queueIds: [queueId] };
  };
  const boss = await hire('admin');
  const total = Math.ceil(sockets / socketsOfOne);
  const hired = await eachOf(total, () => hire('user'));
  const ticketIds = await eachOf(tickets, async n =>
    office.pending({ contactId: await office.contact(`Contato ${n}`), connectionId, queueId }),
  );
  return {
    ...{ companyId, sockets },
    admin: await signIn(product.url, boss.email),
    people: await eachOf(total, n => signIn(product.url, hired[n]?.email ?? '')),
    ticketIds,
    changeBehind: async (ticketId, isOpen) => {
      const by = context(boss);
      must(
        await (isOpen ? commands.ticket.return(by, { ticketId }) : commands.ticket.accept(by, { ticketId })),
      );
    },
  };
};

const eachOf = async <Made>(total: number, make: (n: number) => Promise<Made>): Promise<Made[]> => {
  const all: Made[] = [];
  await inFlight(total, 4, async n => {
    all[n] = await make(n);
  });
  return all;
};
