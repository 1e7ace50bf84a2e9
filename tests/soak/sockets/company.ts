import { createHmac } from 'node:crypto';
import { createCommands } from '#commands/commands.ts';
import { newId } from '#commands/ids.ts';
import { openOffice } from '#gateway/testing/office.ts';
import { loadSecrets } from '#start/secrets.ts';
import { inFlight } from '../../bench/measure.ts';
import type { Product } from '../../system/product.ts';
import { type Inside, must } from '../inside.ts';

/** A company of people who look on, and the tickets that change before their eyes. */
export type Crowded = {
  readonly companyId: string;
  readonly admin: { readonly userId: string; readonly token: string };
  readonly sockets: number;
  /** An access token, good for some hours, for each of the people who have the sockets, so many each. */
  readonly tokens: readonly string[];
  readonly ticketIds: readonly string[];
  /** Changes a ticket past the gateway. */
  readonly changeBehind: (ticketId: string, isOpen: boolean) => Promise<void>;
};

/** Below what the gateway lets one person have. */
export const socketsOfOne = 16;
const tokenSeconds = 4 * 3_600;

/** Makes a company whose people have so many sockets, and gives all of them sessions. */
export const openCrowded = async (
  product: Product,
  inside: Inside,
  { sockets, tickets }: { readonly sockets: number; readonly tickets: number },
): Promise<Crowded> => {
  const commands = createCommands({ store: inside.store });
  const { jwtKey } = loadSecrets(product.dataDir);
  const { companyId, context, ...office } = await openOffice({ commands, pool: inside.pool });
  const queueId = await office.queue('Balcão', '#2f9e44');
  const connectionId = await office.connection([queueId]);
  const hire = async (profile: 'admin' | 'user') => {
    const userId = newId();
    const account = { userId, name: `Gente ${userId.slice(-4)}`, email: `${userId}@crowd.test`, profile };
    const lists = { queueIds: [queueId], connectionIds: [], superAdmin: false };
    must(await commands.user.create(context(), { ...account, ...lists }));
    const sid = newId();
    const insert = 'insert into secrets.session (id, user_id, company_id) values ($1, $2, $3)';
    await inside.pool.query(insert, [sid, userId, companyId]);
    const token = signed({ userId, companyId, sid }, jwtKey);
    return { ...account, companyId, superAdmin: false, queueIds: [queueId], token };
  };
  const admin = await hire('admin');
  const hired = await eachOf(Math.ceil(sockets / socketsOfOne), () => hire('user'));
  const ticketIds = await eachOf(tickets, async n =>
    office.pending({ contactId: await office.contact(`Contato ${n}`), connectionId, queueId }),
  );
  return {
    ...{ companyId, sockets, admin, ticketIds },
    tokens: hired.map(({ token }) => token),
    changeBehind: async (ticketId, isOpen) => {
      const by = context(admin);
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

/** As the gateway signs them: logging thousands of people in would hash as many passwords. */
const signed = (claims: object, key: string): string => {
  const now = Math.floor(Date.now() / 1_000);
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const text = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ ...claims, iat: now, exp: now + tokenSeconds })}`;
  return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;
};
