import { createHmac } from 'node:crypto';
import pg from 'pg';
import { createCommands } from '#commands/commands.ts';
import type { CommandContext, Outcome } from '#commands/context.ts';
import { newId } from '#commands/ids.ts';
import { concernedBy } from '#commands/persons.ts';
import type { AnyEvent } from '#domain/catalogue.ts';
import { isRejection } from '#domain/shared/decision.ts';
import { type Category, streamName } from '#domain/shared/stream.ts';
import { openEventStore } from '#eventstore/client.ts';
import { eventId } from '#eventstore/event-id.ts';
import { noStream } from '#eventstore/types.ts';
import { openServiceKeys } from '#start/person-keys.ts';
import { loadSecrets } from '#start/secrets.ts';
import { inFlight } from '../../bench/measure.ts';
import type { Product } from '../../system/product.ts';

export type SocketCompany = {
  readonly id: string;
  /** One access token a person, good for an hour. */
  readonly tokens: readonly string[];
  /** A contact writes `mark <number> <ms since 1970>` in one of the company's tickets. */
  readonly mark: (number: number) => Promise<void>;
};

const tickets = 20;

/** Companies with people who are logged in, made beside all screens; `close` ends what it opened. */
export const openCompanies = async (product: Product, count: number, people: number) => {
  const { databaseUrl, eventstoreUrl } = product.running();
  const { keys, close: closeKeys } = await openServiceKeys({ databaseUrl, dataDir: product.dataDir });
  const store = openEventStore({ connectionString: eventstoreUrl, keys });
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 8 });
  const { jwtKey } = loadSecrets(product.dataDir);
  const commands = createCommands({ store });

  const append = async (companyId: string, category: Category, id: string, event: AnyEvent) => {
    const stream = streamName(category, companyId, id);
    const commandId = newId();
    const actor = { kind: 'system' as const };
    const metadata = { companyId, actor, at: new Date().toISOString(), commandId };
    const { persons } = concernedBy(event, stream, undefined);
    await store.append(stream, noStream, [{ id: eventId(stream, commandId, 0), event, metadata, persons }]);
  };
  const logIn = async (companyId: string, n: number): Promise<string> => {
    const userId = newId();
    const email = `p${n}@${companyId}.example`;
    const account = { userId, name: `Pessoa ${n}`, email, profile: 'user' as const, superAdmin: false };
    const lists = { queueIds: [], connectionIds: [] };
    must(await commands.user.create(bySystem(companyId), { ...account, ...lists }));
    const sid = newId();
    const insert = 'insert into secrets.session (id, user_id, company_id) values ($1, $2, $3)';
    await pool.query(insert, [sid, userId, companyId]);
    return signed({ userId, companyId, sid }, jwtKey);
  };
  const company = async (): Promise<SocketCompany> => {
    const id = newId();
    must(await commands.company.create(bySystem(id), { companyId: id, ...business }));
    const tokens = new Array<string>(people).fill('');
    await inFlight(people, 16, async n => {
      tokens[n] = await logIn(id, n);
    });
    const [contactId, connectionId] = [newId(), newId()];
    const person = { name: 'Contato', number: '5511900000000', lid: null, email: null };
    await append(id, 'contact', contactId, {
      type: 'ContactCreated',
      data: { contactId, ...person, isGroup: false, queueId: null },
    });
    const ticketIds = Array.from({ length: tickets }, () => newId());
    const place = { contactId, connectionId };
    for (const ticketId of ticketIds) {
      const fresh = { queueId: null, userId: null, status: 'pending' as const, isGroup: false };
      await append(id, 'ticket', ticketId, { type: 'TicketOpened', data: { ticketId, ...place, ...fresh } });
    }
    const mark = async (number: number) => {
      const messageId = newId();
      const ticketId = ticketIds[number % tickets] ?? '';
      const waKey = { id: messageId, remoteJid: 'mark@lid', fromMe: false, participant: null };
      const rest = { mediaType: 'text' as const, quotedMessageId: null, senderName: null };
      const body = `mark ${number} ${Date.now()} `;
      const sentAt = new Date().toISOString();
      const data = { messageId, ticketId, ...place, body, waKey, sentAt, ...rest };
      await append(id, 'message', messageId, { type: 'MessageReceived', data });
    };
    return { id, tokens, mark };
  };

  const companies = new Array<SocketCompany>(count);
  await inFlight(count, 4, async n => {
    companies[n] = await company();
  });
  return {
    companies,
    close: async () => {
      await store.close();
      await Promise.all([pool.end(), closeKeys()]);
    },
  };
};

const business = {
  ...{ name: 'Loja', email: 'loja@loja.example', phone: null, dueDate: null, recurrence: 'MENSAL' as const },
  ...{ status: true, campaignsEnabled: false },
};

const bySystem = (companyId: string): CommandContext => ({
  ...{ companyId, commandId: newId(), at: new Date().toISOString(), principal: null },
  actor: { kind: 'system' },
});

const must = (outcome: Outcome): void => {
  if (isRejection(outcome)) throw new Error(`refused: ${outcome.rejected}`);
};

const signed = (claims: object, key: string): string => {
  const now = Math.floor(Date.now() / 1000);
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const text = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ ...claims, iat: now, exp: now + 3_600 })}`;
  return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;
};
