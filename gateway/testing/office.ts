import { randomInt } from 'node:crypto';
import type { Accepted, CommandContext, Outcome, Principal } from '#commands/context.ts';
import { newId } from '#commands/ids.ts';
import type { InboundMessage } from '#commands/message/inbound-message.ts';
import { isRejection } from '#domain/shared/decision.ts';
import { setPassword } from '../auth/credentials.ts';
import type { Harness } from './harness.ts';

export const password = 'secret-of-tests';
const noTexts = { greetingMessage: '', outOfHoursMessage: '' };

/** Makes a company for a test through commands, and what tests want in it. */
export const openOffice = async (
  { commands, pool }: Pick<Harness, 'commands' | 'pool'>,
  company: { readonly dueDate?: string | null; readonly status?: boolean } = {},
) => {
  const companyId = newId();
  const context = (principal: Principal | null = null): CommandContext => ({
    companyId,
    commandId: newId(),
    at: new Date().toISOString(),
    actor: principal ? { kind: 'user', id: principal.userId } : { kind: 'system' },
    principal,
  });
  const byConnection = (connectionId: string): CommandContext => ({
    ...context(),
    actor: { kind: 'connection', id: connectionId },
  });

  must(
    await commands.company.create(context(), {
      companyId,
      name: 'Loja',
      email: `loja@${companyId}.test`,
      phone: null,
      dueDate: company.dueDate === undefined ? inDays(30) : company.dueDate,
      recurrence: 'MENSAL',
      status: company.status ?? true,
      campaignsEnabled: false,
    }),
  );

  return {
    companyId,
    context,
    user: async (name: string, more: Partial<Pick<Principal, 'profile' | 'queueIds'>> = {}) => {
      const { profile = 'user', queueIds = [] } = more;
      const userId = newId();
      const email = `${name.toLowerCase()}@${companyId}.test`;
      const account = { userId, name, email, profile, superAdmin: false };
      await setPassword(pool, { userId, companyId, password });
      const lists = { queueIds: [...queueIds], connectionIds: [] };
      must(await commands.user.create(context(), { ...account, ...lists }));
      return { ...account, companyId, queueIds };
    },
    queue: async (name: string, color: string) => {
      const queueId = newId();
      must(await commands.queue.create(context(), { queueId, name, color, ...noTexts }));
      return queueId;
    },
    connection: async (queueIds: readonly string[] = []) => {
      const connectionId = newId();
      const greetingMessage = queueIds.length > 1 ? 'Olá' : '';
      const settings = {
        greetingMessage,
        name: 'Principal',
        provider: 'simulator' as const,
        isDefault: true,
      };
      const input = { connectionId, ...settings, queueIds: [...queueIds] };
      must(await commands.connection.create(context(), input));
      return connectionId;
    },
    contact: async (name = 'Clara') => {
      const contactId = newId();
      must(await commands.contact.create(context(), { contactId, name, number: phoneNumber() }));
      return contactId;
    },
    /** A pending ticket in a queue (or none), opened by the system. */
    pending: async (place: { contactId: string; connectionId: string; queueId: string | null }) => {
      const ticketId = newId();
      const input = { ticketId, ...place, userId: null, status: 'pending' as const };
      must(await commands.ticket.open(context(), input));
      return ticketId;
    },
    /** Its contact is asked for a queue, or for an option of one. */
    inMenu: async (ticketId: string, queueId: string | null = null) => {
      const asPolicy = { ...context(), actor: { kind: 'policy' as const, name: 'attend' as const } };
      const step = { queueId, optionId: null, wrong: 0 };
      must(await commands.ticket.stepMenu(asPolicy, { ticketId, step }));
    },
    /** A contact writes on a connection. */
    inbound: async (connectionId: string, message: Partial<InboundMessage> = {}) => {
      const number = message.chat?.number ?? phoneNumber();
      const remoteJid = `${number}@s.whatsapp.net`;
      return must(
        await commands.message.receive(byConnection(connectionId), {
          connectionId,
          waKey: { id: newId(), remoteJid, fromMe: false, participant: null },
          sentAt: new Date().toISOString(),
          body: 'Oi',
          mediaType: 'text',
          quotedMessageId: null,
          senderName: 'Clara',
          chat: { number, lid: null, name: 'Clara', isGroup: false },
          ...message,
        }),
      );
    },
  };
};
export type Office = Awaited<ReturnType<typeof openOffice>>;

export const must = (outcome: Outcome): Accepted => {
  if (isRejection(outcome)) throw new Error(`refused: ${outcome.rejected}`);
  return outcome;
};

export const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();

export const phoneNumber = (): string => `55119${randomInt(10_000_000, 99_999_999)}`;
