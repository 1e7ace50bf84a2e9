import { createHash } from 'node:crypto';
import { login } from '../system/api.ts';
import type { Used } from './work.ts';

/**
 * What people see of the demo's company, as every version answers it: tickets with their messages and files, notes and
 * history, contacts, what is kept in lists, and the figures of a day. Undefined stands for what a version does not have.
 */
export const whatIsShown = async (
  { url, password }: Pick<Used, 'url' | 'password'>,
  day: string,
): Promise<Shown> => {
  const admin = await login(url, 'admin@demo.local', password);
  const get = async <Body>(path: string): Promise<Body | undefined> => {
    const { status, body } = await admin.call<Body>('GET', path);
    if (status === 404) return undefined;
    if (status !== 200) throw new Error(`GET ${path} answered ${status} ${JSON.stringify(body)}`);
    return body;
  };
  const list = async (path: string, name: string, fields: readonly string[]) => {
    const answer = await get<Fields | readonly Fields[]>(path);
    if (answer === undefined) return undefined;
    const rows = (Array.isArray(answer) ? answer : (answer as Fields)[name]) as readonly Fields[];
    return rows.map(row => picked(row, fields)).toSorted((one, other) => compare(one.id, other.id));
  };

  const tickets = [];
  for (const status of ['open', 'pending', 'closed'])
    tickets.push(...(await admin.tickets(`?showAll=true&status=${status}`)).body.tickets);
  const talks = [];
  for (const ticket of tickets) {
    const { messages } = (await admin.messages(ticket.id)).body;
    talks.push({
      number: ticket.number,
      ...picked(ticket, ticketFields),
      messages: await Promise.all(messages.map(message => shownMessage(url, message))),
      notes: await list(`/ticket-notes/list?ticketId=${ticket.id}`, '', ['id', 'note', 'user', 'createdAt']),
    });
  }
  const report = await get<Fields>(`/dashboard/report?date_from=${day}&date_to=${day}&by=user`);
  const shown = {
    talks: talks.toSorted((one, other) => one.number - other.number),
    counts: await get('/tickets/counts'),
    contacts: await list('/contacts', 'contacts', ['id', 'name', 'number', 'email', 'queueId']),
    tags: await list('/tags', 'tags', ['id', 'name', 'color', 'ticketsCount']),
    users: await list('/users', 'users', ['id', 'name', 'email', 'profile', 'superAdmin']),
    queues: await list('/queue', '', ['id', 'name', 'color', 'greetingMessage']),
    connections: await list('/whatsapp', '', ['id', 'name', 'number', 'status', 'greetingMessage']),
    schedules: await list('/schedules', 'schedules', ['id', 'body', 'sendAt', 'zone', 'status']),
    apiKeys: await list('/api-keys', '', ['id', 'name', 'scopes']),
    figures: report && { totals: report.totals, rows: report.rows },
  };
  return JSON.parse(JSON.stringify(shown));
};
export type Shown = Readonly<Record<string, unknown>>;
type Fields = Readonly<Record<string, unknown>>;

const ticketFields = [
  ...['id', 'number', 'status', 'queue', 'contactId', 'user', 'whatsappId', 'isGroup', 'tags', 'createdAt'],
  ...['lastMessage', 'lastMessageType', 'lastMessageFromMe', 'lastMessageAt', 'unreadMessages', 'activeAt'],
];
const messageFields = [
  ...['id', 'body', 'fromMe', 'ack', 'mediaType', 'mediaName', 'isDeleted', 'isEdited', 'reactions'],
  ...['createdAt', 'senderName', 'state', 'failure'],
];

const picked = (row: object, fields: readonly string[]): Fields => {
  const all = row as Fields;
  return Object.fromEntries(fields.filter(field => field in all).map(field => [field, all[field]]));
};

const compare = (one: unknown, other: unknown): number => (String(one) < String(other) ? -1 : 1);

/** A file is shown by what it holds: its address is signed anew each time. */
const shownMessage = async (url: string, message: object) => {
  const { mediaUrl } = message as { readonly mediaUrl?: string | null };
  const file = mediaUrl ? await fetch(new URL(mediaUrl, url)) : undefined;
  if (file && !file.ok) throw new Error(`a file was answered with ${file.status}`);
  return {
    ...picked(message, messageFields),
    ...(file && {
      file: createHash('sha256')
        .update(Buffer.from(await file.arrayBuffer()))
        .digest('hex'),
    }),
  };
};
