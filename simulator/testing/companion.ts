import { Agent } from 'node:https';
import {
  type BaileysEventMap,
  type ConnectionState,
  makeWASocket,
  type SocketConfig,
  WA_CERT_DETAILS,
  type WAMessage,
  type WASocket,
} from '@whiskeysockets/baileys';
import { silentLogger } from '../peers/silent-logger.ts';
import { HeardEvents } from './heard-events.ts';
import { memoryAuth } from './memory-auth.ts';
import type { Info, SimulatorClient } from './simulator-client.ts';

const BOUND_MS = 20_000;

type Ack = { id: string; error: string | undefined };

/** A linked device for tests: the unmodified client library, keys in memory, everything it tells collected. */
export class TestCompanion {
  readonly messages: WAMessage[] = [];
  readonly updates: { id: string; status: number | null | undefined; update: object }[] = [];
  readonly acks: Ack[] = [];
  /** Everything the library told, in order. */
  readonly events = new HeardEvents();
  readonly groupReceipts: { id: string; user: string; read: boolean }[] = [];
  readonly #auth = memoryAuth();
  readonly #sent = new Map<string, WAMessage['message']>();
  readonly #simulator: SimulatorClient;
  #socket: WASocket | undefined;
  readonly #uploads: Agent;
  readonly #changed = new Set<() => void>();

  readonly #config: Partial<SocketConfig>;

  constructor(simulator: SimulatorClient, { mediaCa }: Info, config: Partial<SocketConfig> = {}) {
    this.#simulator = simulator;
    this.#config = config;
    this.#uploads = new Agent({ ca: mediaCa });
  }

  get socket(): WASocket {
    if (!this.#socket) throw new Error('not connected');
    return this.#socket;
  }

  /** Shows a QR, has the phone scan it, and logs in after the demanded restart. */
  async pair(number: string): Promise<number> {
    this.connect();
    const { qr } = await this.connection(update => update.qr !== undefined);
    const closed = this.closed();
    await this.#simulator.post(`/phones/${number}/scan`, { qr });
    const code = await closed;
    await this.login();
    return code;
  }

  /** Asks for a pairing code, has the phone type it, and logs in after the demanded restart. */
  async pairByCode(number: string): Promise<void> {
    this.connect();
    await this.connection(update => update.qr !== undefined);
    const code = await this.socket.requestPairingCode(number);
    const closed = this.closed();
    await this.#simulator.post(`/phones/${number}/link`, { code });
    await closed;
    await this.login();
  }

  async login(): Promise<void> {
    this.connect();
    await this.connection(update => update.connection === 'open');
  }

  connect(): void {
    const { waWebSocketUrl } = this.#simulator;
    const socket = makeWASocket({
      auth: this.#auth,
      waWebSocketUrl,
      logger: silentLogger,
      fetchAgent: this.#uploads,
      getMessage: async key => this.#sent.get(key.id ?? '') ?? undefined,
      retryRequestDelayMs: 10,
      ...this.#config,
    });
    this.#socket = socket;
    socket.ev.process(events => this.#collect(() => this.events.add(events)));
    socket.ev.on('creds.update', update => Object.assign(this.#auth.creds, update));
    socket.ev.on('messages.upsert', ({ messages }) => this.#collect(() => this.messages.push(...messages)));
    socket.ev.on('messages.update', updates =>
      this.#collect(() => {
        for (const { key, update } of updates)
          this.updates.push({ id: key.id ?? '', status: update.status, update });
      }),
    );
    socket.ev.on('message-receipt.update', receipts =>
      this.#collect(() => {
        for (const { key, receipt } of receipts) {
          this.groupReceipts.push({
            id: key.id ?? '',
            user: receipt.userJid ?? '',
            read: Boolean(receipt.readTimestamp),
          });
        }
      }),
    );
    socket.ws.on('CB:ack,class:message', node =>
      this.#collect(() => this.acks.push({ id: node.attrs.id, error: node.attrs.error })),
    );
  }

  /** The next connection update that fits. */
  connection(fits: (update: Partial<ConnectionState>) => boolean): Promise<Partial<ConnectionState>> {
    const { ev } = this.socket;
    return bounded('a connection update', resolve =>
      ev.on('connection.update', update => fits(update) && resolve(update)),
    );
  }

  /** Resolves with the status code when the connection ends. */
  async closed(): Promise<number> {
    const { lastDisconnect } = await this.connection(update => update.connection === 'close');
    const error = lastDisconnect?.error;
    return error && 'output' in error ? Object(error.output).statusCode : 0;
  }

  async send(...[jid, content, options]: Parameters<WASocket['sendMessage']>): Promise<string> {
    const sent = await this.socket.sendMessage(jid, content, options);
    const id = sent?.key.id ?? '';
    this.#sent.set(id, sent?.message);
    return id;
  }

  /** Waits until what was collected fits. */
  until(what: string, fits: () => boolean): Promise<void> {
    return bounded(what, resolve => {
      const check = () => {
        if (!fits()) return;
        this.#changed.delete(check);
        resolve();
      };
      this.#changed.add(check);
      check();
    });
  }

  async received(id: string): Promise<WAMessage> {
    const find = () => this.messages.find(message => message.key.id === id && message.message);
    await this.until(`message ${id}`, () => find() !== undefined);
    const message = find();
    if (!message) throw new Error(`message ${id} is gone`);
    return message;
  }

  /** Waits until a sent message has this status (3 delivered, 4 read), wherever it is told. */
  status(id: string, status: number): Promise<void> {
    return this.until(
      `status ${status} of ${id}`,
      () =>
        this.updates.some(each => each.id === id && each.status === status) ||
        this.messages.some(each => each.key.id === id && each.status === status),
    );
  }

  /** Waits until so many members of the group have received a sent message. */
  membersReached(id: string, members: number): Promise<void> {
    const told = () => [
      ...this.groupReceipts.filter(each => each.id === id).map(each => each.user),
      ...this.messages
        .filter(each => each.key.id === id)
        .flatMap(each => each.userReceipt ?? [])
        .map(each => each.userJid),
    ];
    return this.until(`receipts of ${id}`, () => new Set(told()).size === members);
  }

  /** The first thing of this kind that the library told, or will tell, that fits. */
  async told<K extends keyof BaileysEventMap>(
    name: K,
    fits: (data: BaileysEventMap[K]) => boolean = () => true,
  ): Promise<BaileysEventMap[K]> {
    const find = () => this.events.of(name).find(fits);
    await this.until(`the event ${name}`, () => find() !== undefined);
    const data = find();
    if (data === undefined) throw new Error(`the event ${name} is gone`);
    return data;
  }

  async disconnect(): Promise<void> {
    await this.#socket?.end(undefined);
  }

  #collect(add: () => void): void {
    add();
    for (const check of [...this.#changed]) check();
  }
}

/** Makes this process trust the simulator's root, as a client of the simulator must. */
export async function trustSimulator(simulator: SimulatorClient): Promise<Info> {
  const info = await simulator.info();
  WA_CERT_DETAILS.PUBLIC_KEY = Buffer.from(info.rootKey, 'hex');
  return info;
}

function bounded<T>(what: string, start: (resolve: (value: T) => void) => void): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`waited in vain for ${what}`)), BOUND_MS);
    start(value => {
      clearTimeout(timer);
      resolve(value);
    });
  });
}
