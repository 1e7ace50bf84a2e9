import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import { contacts, phone } from '#start/demo/records.ts';
import { addContact, type Caller, login } from '../system/api.ts';

const gabriela = { name: 'Gabriela Lima', number: '5551944440005' };

export type Used = { readonly url: string; readonly simulatorUrl: string; readonly password: string };

/** What the script remembers of a session, to go on with it later. */
export type KeptSession = { readonly email: string; readonly cookie: string };

/**
 * Works with the demo of a version as people and programs do, by calls that every version has had; one that this
 * version does not know yet is left out. Answers the session that stays open.
 */
export const workWith = async (product: Used): Promise<KeptSession> => {
  const { url, password } = product;
  const admin = await login(url, 'admin@demo.local', password);
  const ana = await login(url, 'ana@demo.local', password);
  const talks = openTalks(product, ana);

  await addContact(product.simulatorUrl, gabriela);
  await contactsOf(admin);
  await records(admin, ana);
  await talks.withDiego();
  await talks.withCarla();
  await talks.withElisa();
  await newer(admin, ana);
  return keepSession(url, 'bruno@demo.local', password);
};

/** Repeats a question until it has an answer. */
const until = async <Answer>(what: string, ask: () => Promise<Answer | undefined>): Promise<Answer> => {
  const giveUpAt = Date.now() + 60_000;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (Date.now() > giveUpAt) throw new Error(`${what} did not come about`);
    await pause(100);
  }
};

/** Answers what the call answered, or undefined where the version has no such call. */
const may = async (caller: Caller, method: string, path: string, body?: unknown) => {
  const answer = await caller.call<{ id: string }>(method, path, body === undefined ? {} : { body });
  if (answer.status < 300) return answer.body;
  if (answer.status === 404 || answer.status === 403) return undefined;
  throw new Error(`${method} ${path} answered ${answer.status} ${JSON.stringify(answer.body)}`);
};

const must = async (caller: Caller, method: string, path: string, body?: unknown) => {
  const answer = await may(caller, method, path, body);
  if (answer === undefined) throw new Error(`${method} ${path} is not known`);
  return answer;
};

const contactsOf = async (admin: Caller): Promise<void> => {
  await must(admin, 'POST', '/contacts', gabriela);
  await must(admin, 'PUT', `/contacts/${contacts.elisa.contactId}`, {
    email: 'elisa@casa.example',
    extraInfo: [{ id: contacts.elisa.contactId, name: 'Bairro', value: 'Savassi' }],
  });
};

const records = async (admin: Caller, ana: Caller): Promise<void> => {
  await must(admin, 'POST', '/tags', { name: 'Urgente', color: '#e03131' });
  await must(admin, 'POST', '/tags', { name: 'Entrega', color: '#1971c2' });
  await must(ana, 'POST', '/quick-messages', {
    shortcode: 'pix',
    message: 'Nossa chave Pix é 11 99999-0000.',
  });
};

const openTalks = ({ url, simulatorUrl }: Used, ana: Caller) => {
  const write = async (number: string, message: object): Promise<string> => {
    const answer = await fetch(`${simulatorUrl}/contacts/${number}/messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ to: phone.number, ...message }),
    });
    if (!answer.ok) throw new Error(`the simulator answered ${answer.status}: ${await answer.text()}`);
    return ((await answer.json()) as { id: string }).id;
  };
  const ticketOf = (contactId: string, status: string) =>
    until(`the ${status} ticket`, async () => {
      const { body } = await ana.tickets(`?showAll=true&status=${status}`);
      return body.tickets.find(ticket => ticket.contactId === contactId);
    });
  const messageWith = (ticketId: string, test: (message: Shown) => boolean) =>
    until('the message', async () => (await ana.messages(ticketId)).body.messages.find(test));
  const sendFile = async (ticketId: string, name: string, type: string, bytes: Buffer) => {
    const form = new FormData();
    form.append('body', 'Segue o arquivo.');
    form.append('medias', new Blob([new Uint8Array(bytes)], { type }), name);
    const answer = await fetch(`${url}/api/messages/${ticketId}`, {
      ...{ method: 'POST', body: form },
      headers: { authorization: `Bearer ${ana.token()}` },
    });
    if (answer.status !== 201) throw new Error(`a file was answered with ${answer.status}`);
    const { id } = (await answer.json()) as { id: string };
    await messageWith(ticketId, message => message.id === id && message.ack >= 2);
  };

  /** Waits in a queue with a picture; accepted, noted and tagged. */
  const withDiego = async () => {
    const { number, contactId } = contacts.diego;
    const picture = (await drawing(120)).toString('base64');
    await write(number, {
      media: { kind: 'image', mimetype: 'image/jpeg', base64: picture, caption: 'A caixa' },
    });
    const { id } = await ticketOf(contactId, 'pending');
    await messageWith(id, message => Boolean(message.mediaUrl));
    await must(ana, 'PUT', `/tickets/${id}`, { status: 'open', userId: ana.user.id });
    const tags = (await ana.call<{ id: string }[]>('GET', '/tags/list')).body;
    await must(ana, 'POST', '/tags/sync', { ticketId: id, tags: tags.map(tag => ({ id: tag.id })) });
    await must(ana, 'POST', '/ticket-notes', { ticketId: id, note: 'Pedido 4821 saiu na terça.' });
    const sent = (await ana.send(id, 'Oi, Diego! O pedido sai hoje.')).body.id;
    await messageWith(id, message => message.id === sent && message.ack >= 2);
    await must(ana, 'PUT', `/messages/${sent}`, { body: 'Oi, Diego! O pedido chega hoje.' });
    await messageWith(id, message => message.id === sent && message.body.includes('chega'));
    const gone = (await ana.send(id, 'Mensagem errada')).body.id;
    await messageWith(id, message => message.id === gone && message.ack >= 2);
    await must(ana, 'DELETE', `/messages/${gone}`);
    await messageWith(id, message => message.id === gone && message.isDeleted);
  };
  /** Open already: files go both ways; it stays open with something unread. */
  const withCarla = async () => {
    const { number, contactId } = contacts.carla;
    const { id } = await ticketOf(contactId, 'open');
    await sendFile(id, 'orçamento.txt', 'text/plain', Buffer.from('Cafeteira: R$ 129,90\n'));
    await sendFile(id, 'cafeteira.jpg', 'image/jpeg', await drawing(20));
    const words = await write(number, { text: 'Vou levar duas 😀' });
    const shown = await messageWith(id, message => message.body.startsWith('Vou levar'));
    await must(ana, 'POST', `/messages/${shown.id}/reactions`, { emoji: '👍' });
    await write(number, { reaction: { id: words, emoji: '❤️' } });
    await messageWith(id, message => message.id === shown.id && message.reactions.length > 0);
    await write(number, { text: 'Qual é o endereço?' });
    await messageWith(id, message => message.body.startsWith('Qual é'));
  };
  /** Closed before: a ticket of its own, attended and closed again. */
  const withElisa = async () => {
    const { number, contactId } = contacts.elisa;
    await write(number, { text: 'Vocês abrem no feriado?' });
    const { id } = await ticketOf(contactId, 'pending');
    await must(ana, 'PUT', `/tickets/${id}`, { status: 'open', userId: ana.user.id });
    const sent = (await ana.send(id, 'Não abrimos, Elisa. Bom feriado!')).body.id;
    await messageWith(id, message => message.id === sent && message.ack >= 2);
    await must(ana, 'PUT', `/tickets/${id}`, { status: 'closed', justClose: true });
    await ticketOf(contactId, 'closed');
  };
  return { withDiego, withCarla, withElisa };
};

type Shown = Awaited<ReturnType<Caller['messages']>>['body']['messages'][number];

/** What came later; each only where this version has it. */
const newer = async (admin: Caller, ana: Caller): Promise<void> => {
  const [connection] = (await admin.call<{ id: string }[]>('GET', '/whatsapp')).body;
  await may(admin, 'POST', '/queue', {
    ...{ name: 'Entregas', color: '#f08c00', greetingMessage: 'Entregas:', outOfHoursMessage: 'Até amanhã!' },
  });
  await may(admin, 'POST', '/api-keys', { name: 'Loja virtual', scopes: ['read'] });
  await may(ana, 'POST', '/schedules', {
    ...{ contactId: contacts.fabio.contactId, whatsappId: connection?.id, body: 'Feliz ano novo!' },
    ...{ sendAt: '2099-12-31T10:00', zone: 'America/Sao_Paulo' },
  });
};

const drawing = (hue: number): Promise<Buffer> =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="240" height="160">
        <rect width="100%" height="100%" fill="hsl(${hue} 55% 55%)"/><circle cx="160" cy="60" r="40" fill="white"/></svg>`,
    ),
  )
    .jpeg({ quality: 60 })
    .toBuffer();

const keepSession = async (url: string, email: string, password: string): Promise<KeptSession> => {
  const answer = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0];
  if (!answer.ok || !cookie) throw new Error(`the login of ${email} was answered with ${answer.status}`);
  return { email, cookie };
};
