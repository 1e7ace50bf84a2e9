import { randomUUID } from 'node:crypto';
import WebSocket from 'ws';
import type { MessagesAnswer, SessionAnswer, TicketsAnswer } from '#contracts/http.ts';
import type { Frame } from '#contracts/live.ts';
import type { MessageView, TicketView } from '#contracts/views.ts';

export type Answer<Body> = { readonly status: number; readonly body: Body; readonly position: number };

/** A logged-in caller of the HTTP API, as the browser is one. */
export const login = async (url: string, email: string, password: string) => {
  const call = async <Body>(
    method: string,
    path: string,
    options: { body?: unknown; headers?: Record<string, string> } = {},
  ): Promise<Answer<Body>> => {
    const answer = await fetch(`${url}/api${path}`, {
      method,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(path.startsWith('/auth/') ? { cookie } : {}),
        ...options.headers,
      },
      ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
    });
    cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? cookie;
    const text = await answer.text();
    const body = (text === '' ? undefined : JSON.parse(text)) as Body;
    return { status: answer.status, body, position: Number(answer.headers.get('x-position') ?? 0) };
  };

  let token = '';
  let cookie = '';
  const session = await call<SessionAnswer>('POST', '/auth/login', { body: { email, password } });
  if (session.status !== 200) throw new Error(`login of ${email} answered ${session.status}`);
  token = session.body.token;

  return {
    token: () => token,
    user: session.body.user,
    /** Has the access token followed by another, as a browser does before it ends. */
    renew: async () => {
      const renewed = await untilAnswered(() => call<SessionAnswer>('POST', '/auth/refresh_token'));
      if (renewed.status !== 200) throw new Error(`renewing ${email} answered ${renewed.status}`);
      token = renewed.body.token;
    },
    call,
    tickets: (query = '', minPosition = 0) =>
      call<TicketsAnswer>('GET', `/tickets${query}`, { headers: { 'x-min-position': String(minPosition) } }),
    ticket: (id: string, minPosition = 0) =>
      call<TicketView>('GET', `/tickets/${id}`, { headers: { 'x-min-position': String(minPosition) } }),
    messages: (ticketId: string, query = '', minPosition = 0) =>
      call<MessagesAnswer>('GET', `/messages/${ticketId}${query}`, {
        headers: { 'x-min-position': String(minPosition) },
      }),
    change: (id: string, body: unknown) =>
      call<{ position: number; error?: string }>('PUT', `/tickets/${id}`, { body }),
    /** Sends again with the same command id until the gateway is there to answer, as the browser does. */
    send: async (ticketId: string, text: string, commandId: string = randomUUID()) =>
      untilAnswered(() =>
        call<{ id: string }>('POST', `/messages/${ticketId}`, {
          body: { body: text },
          headers: { 'x-command-id': commandId },
        }),
      ),
    live: () => openLive(url, () => token),
  };
};
export type Caller = Awaited<ReturnType<typeof login>>;

const untilAnswered = async <Body>(call: () => Promise<Answer<Body>>): Promise<Answer<Body>> => {
  const giveUpAt = Date.now() + 60_000;
  for (;;) {
    const answer = await call().catch(() => undefined);
    if (answer && answer.status < 500) return answer;
    if (Date.now() > giveUpAt) throw new Error(`no answer within 60 s (last: ${answer?.status ?? 'none'})`);
    await new Promise(resolve => setTimeout(resolve, 50));
  }
};

/** A live socket that keeps every frame; `next` resolves with the first frame, past or to come, that fits. */
const openLive = async (url: string, token: () => string) => {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`, ['balcao.v1', `bearer.${token()}`]);
  const frames: Frame[] = [];
  const lookers = new Set<(frame: Frame) => void>();
  socket.on('message', data => {
    const frame = JSON.parse(String(data)) as Frame;
    frames.push(frame);
    for (const look of lookers) look(frame);
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('open', () => resolve());
    socket.once('error', reject);
  });
  const next = (test: (frame: Frame) => boolean, withinMs = 20_000): Promise<Frame> =>
    new Promise((resolve, reject) => {
      const known = frames.find(test);
      if (known) return resolve(known);
      const timer = setTimeout(() => reject(new Error('the frame did not come')), withinMs);
      const look = (frame: Frame) => {
        if (!test(frame)) return;
        clearTimeout(timer);
        lookers.delete(look);
        resolve(frame);
      };
      lookers.add(look);
    });
  return {
    socket,
    frames,
    next,
    say: (message: unknown) => socket.send(JSON.stringify(message)),
    close: () => socket.close(),
  };
};

export type ContactMessage = {
  readonly id: string;
  readonly fromMe: boolean;
  readonly text: string;
  readonly status: string;
};

/** Puts a contact among the simulated ones. */
export const addContact = async (
  simulatorUrl: string,
  contact: { readonly number: string; readonly name: string },
): Promise<void> => {
  const answer = await fetch(`${simulatorUrl}/contacts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(contact),
  });
  if (!answer.ok) throw new Error(`simulator answered ${answer.status} to ${contact.name}`);
};

/** A simulated contact's phone. */
export const contactPhone = (simulatorUrl: string, number: string, companyNumber: string) => {
  const call = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const answer = await fetch(`${simulatorUrl}${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    if (!answer.ok) throw new Error(`simulator answered ${answer.status} to ${method} ${path}`);
    const text = await answer.text();
    return text === '' ? undefined : JSON.parse(text);
  };
  return {
    write: (text: string) => call('POST', `/contacts/${number}/messages`, { to: companyNumber, text }),
    open: () => call('POST', `/contacts/${number}/read`, { with: companyNumber }),
    shown: async () =>
      (await call('GET', `/contacts/${number}/messages?with=${companyNumber}`)) as readonly ContactMessage[],
  };
};

export type { MessageView, TicketView };
