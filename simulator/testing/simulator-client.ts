/** A message as the admin API shows it. */
export type Shown = {
  id: string;
  fromMe: boolean;
  from: string;
  to: string;
  type: string;
  text: string;
  /** Milliseconds since 1970. */
  at: number;
  status: 'pending' | 'sent' | 'delivered' | 'read';
  edited: boolean;
  revoked: boolean;
  reactions: { from: string; emoji: string }[];
  group?: string;
  quoted?: string;
  vanishesIn?: number;
  media?: { kind: string; mimetype: string; size: number; path: string; fileName?: string; voice?: boolean };
  played?: boolean;
};

export type Info = { wsUrl: string; rootKey: string; mediaUrl: string; mediaCa: string };

/** Speaks the admin API of a running simulator. */
export class SimulatorClient {
  readonly url: string;

  constructor(url: string) {
    this.url = url;
  }

  get waWebSocketUrl(): string {
    return `${this.url.replace('http', 'ws')}/ws/chat`;
  }

  info(): Promise<Info> {
    return this.get('/info');
  }

  async get<T>(path: string): Promise<T> {
    return this.#answer(await fetch(`${this.url}${path}`), path);
  }

  async post<T>(path: string, body: object = {}): Promise<T> {
    return this.#send('POST', path, body);
  }

  async put<T>(path: string, body: object): Promise<T> {
    return this.#send('PUT', path, body);
  }

  async remove<T>(path: string): Promise<T> {
    return this.#answer(await fetch(`${this.url}${path}`, { method: 'DELETE' }), path);
  }

  /** A contact writes; returns the message's id. */
  async write(number: string, body: object): Promise<string> {
    const { id } = await this.post<{ id: string }>(`/contacts/${number}/messages`, body);
    return id;
  }

  shown(number: string, chat: string): Promise<Shown[]> {
    return this.get(`/contacts/${number}/messages?with=${encodeURIComponent(chat)}`);
  }

  /** Waits, told by the simulator's events, until a contact's chat fits. */
  async untilShown(number: string, chat: string, fits: (messages: Shown[]) => boolean): Promise<Shown[]> {
    const abort = AbortSignal.timeout(20_000);
    const events = await fetch(`${this.url}/events`, { signal: abort });
    if (!events.body) throw new Error('no events');
    for await (const _ of events.body) {
      const messages = await this.shown(number, chat);
      if (fits(messages)) return messages;
    }
    throw new Error('the events ended');
  }

  /** The next event of a type after `cause` has run. */
  async nextEvent(type: string, cause: () => Promise<unknown>): Promise<unknown> {
    const events = await fetch(`${this.url}/events`, { signal: AbortSignal.timeout(20_000) });
    if (!events.body) throw new Error('no events');
    await cause();
    const decoder = new TextDecoder();
    let text = '';
    for await (const chunk of events.body) {
      text += decoder.decode(chunk, { stream: true });
      const found = new RegExp(`event: ${type}\\ndata: (.*)\\n\\n`).exec(text);
      if (found?.[1]) return JSON.parse(found[1]);
    }
    throw new Error('the events ended');
  }

  /** Asks until companions have acknowledged every stanza. */
  async untilQueueEmpty(): Promise<void> {
    const deadline = Date.now() + 20_000;
    while ((await this.get<{ queued: number }>('/stats')).queued > 0) {
      if (Date.now() > deadline) throw new Error('stanzas are still queued');
    }
  }

  async #send<T>(method: string, path: string, body: object): Promise<T> {
    const headers = { 'content-type': 'application/json' };
    return this.#answer(
      await fetch(`${this.url}${path}`, { method, headers, body: JSON.stringify(body) }),
      path,
    );
  }

  async #answer<T>(response: Response, path: string): Promise<T> {
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return JSON.parse(await response.text());
  }
}
