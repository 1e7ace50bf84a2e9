import type { Logger } from 'pino';
import { type Baileys, loadBaileys, type Socket } from '../baileys.ts';
import { wipeAccount } from '../keys/credentials.ts';
import { noteError } from '../ledger.ts';
import { persistently } from '../retry.ts';
import { type Account, openAccount } from './account.ts';
import type { ChatPresence } from './chat-presence.ts';
import { LeaseLost } from './leases.ts';
import { createPairingCodes } from './pairing-codes.ts';
import { afterClosing, type NextStep } from './reconnect-policy.ts';
import { forgetConnection, wantNoMore } from './session-rows.ts';
import type { Ask, Session, SessionOptions } from './session-types.ts';
import { type OpenSocket, openSocket, type SocketEvents } from './socket.ts';
import { createStatusReporter, nothing, type StatusReporter, unpaired } from './status-reporter.ts';
import { openTraffic, type Traffic } from './traffic.ts';

/** Makes the session of a connection whose lease this process holds; `start` opens its socket. */
export const createSession = async (options: SessionOptions): Promise<Session> =>
  new ConnectionSession(options, await loadBaileys());

/** One socket, and the account it runs on. What an earlier line tells is not listened to. */
type Line = { readonly account: Account; open: OpenSocket | undefined };

class ConnectionSession implements Session {
  readonly #options: SessionOptions;
  readonly #baileys: Baileys;
  readonly #log: Logger;
  readonly #ending = new AbortController();
  readonly #signal = this.#ending.signal;
  readonly #status: StatusReporter;
  readonly #traffic: Traffic;
  #line: Line | undefined;
  /** There is a socket, or one is being opened or waited for. */
  #busy = false;
  #again: NodeJS.Timeout | undefined;
  #failures = 0;
  #turn: Promise<void> = Promise.resolve();

  constructor(options: SessionOptions, baileys: Baileys) {
    const { context, companyId, connectionId, fencing, leaseHolds } = options;
    this.#options = options;
    this.#baileys = baileys;
    this.#log = context.log.child({ connectionId });
    const common = { companyId, connectionId, fencing, log: this.#log, signal: this.#signal };
    this.#status = createStatusReporter({ ...context, ...common });
    this.#traffic = openTraffic({
      ...{ ...common, context, baileys, leaseHolds },
      account: () => this.#line?.account,
      socket: () => this.#line?.open?.socket,
    });
  }

  socket(): Socket | undefined {
    return this.#line?.open?.socket;
  }

  start(): void {
    if (!this.#busy) void this.#inTurn(async () => (this.#busy ? undefined : this.#open()));
  }

  perform(ask: Ask): Promise<void> {
    return this.#inTurn(async () => {
      if (ask === 'start') return this.#startAnew();
      await this.#unpair();
      if (ask === 'pair') {
        this.#failures = 0;
        this.#status.report({ ...nothing, status: 'OPENING' });
        return this.#open();
      }
      this.#status.report({ ...nothing, reason: 'logged-out' });
      if (ask === 'remove') await forgetConnection(this.#options.context.pool, this.#options);
    });
  }

  wake(): void {
    this.#traffic.sender.wake();
    this.#traffic.inbound.nudge();
    if (this.#status.now().status === 'CONNECTED') this.#traffic.pictures.look(this.#line?.open?.socket);
  }

  presence(): ChatPresence {
    return this.#traffic.presence;
  }

  retry(): Promise<void> {
    return this.#traffic.inbound.retry();
  }

  async close(): Promise<void> {
    this.#ending.abort();
    await Promise.all([this.#drop(), this.#turn]);
    await this.#drop();
  }

  /** One thing at a time: opening, closing and asks never overlap. */
  #inTurn(work: () => Promise<void>): Promise<void> {
    this.#turn = this.#turn.then(work).catch(error => {
      if (error instanceof LeaseLost) this.#leaseLost();
      else if (!this.#signal.aborted) this.#log.error({ err: error }, 'a session step failed');
    });
    return this.#turn;
  }

  async #startAnew(): Promise<void> {
    this.#failures = 0;
    void this.#traffic.inbound.retry();
    if (!this.#busy || this.#again) await this.#open();
  }

  async #open(): Promise<void> {
    this.#waitNoLonger();
    if (this.#line || !this.#mayGoOn()) {
      this.#busy = this.#line !== undefined;
      return;
    }
    this.#busy = true;
    const reason = this.#failures > 0 ? this.#status.now().reason : null;
    this.#status.report({ status: 'OPENING', reason });
    try {
      const line = await this.#openLine();
      if (!this.#mayGoOn() || this.#line !== line) await this.#drop();
    } catch (error) {
      if (this.#signal.aborted) return;
      this.#line = undefined;
      this.#log.warn({ err: error }, 'the session could not be opened');
      await this.#afterwards(undefined, String(error));
    }
  }

  async #openLine(): Promise<Line> {
    const { context, connectionId, fencing } = this.#options;
    const account = await openAccount(connectionId, {
      ...{ ...context, fencing, baileys: this.#baileys, signal: this.#signal },
      onJournalled: this.#traffic.inbound.offer,
      onLeaseLost: () => this.#leaseLost(),
    });
    const line: Line = { account, open: undefined };
    this.#line = line;
    line.open = await openSocket({
      ...{ ...context, ...account, baileys: this.#baileys },
      getMessage: async waId => (await this.#traffic.sentContent(waId)) ?? undefined,
      events: this.#eventsOf(line),
    });
    return line;
  }

  #eventsOf(line: Line): SocketEvents {
    const { sender, receipts, inbound } = this.#traffic;
    const { credentials, keys, pairingNumber } = line.account;
    return {
      qr: createPairingCodes({
        number: pairingNumber,
        requestCode: async number => line.open?.socket.requestPairingCode(number),
        report: this.#status.report,
        status: this.#status.now,
        isCurrent: () => this.#line === line && !this.#signal.aborted,
        onProblem: error => this.#log.warn({ err: error }, 'there is no code to type; the QR code is shown'),
      }),
      paired: () => this.#status.report({ status: 'PAIRING' }),
      open: () => {
        this.#failures = 0;
        const { me } = credentials.creds;
        const number = me?.id.replace(/[:@].*$/, '') ?? null;
        this.#status.report({ status: 'CONNECTED', retries: 0, jid: me?.id ?? null, number });
        if (line.open) sender.opened(line.open.socket);
      },
      closed: (code, message) => {
        if (this.#line !== line) return;
        sender.closed();
        this.#line = undefined;
        void this.#inTurn(async () => {
          await persistently(line.account.close, { signal: this.#signal });
          await this.#afterwards(code, message);
        });
      },
      acknowledged: sender.acknowledged,
      receipts,
      journal: entry => inbound.journal(keys, entry),
      groupNamed: inbound.groupNamed,
      identityLearned: this.#traffic.identityLearned,
      pictureChanged: this.#traffic.pictures.changed,
      presence: this.#traffic.presence.updated,
      wrote: this.#traffic.presence.wrote,
    };
  }

  async #afterwards(code: number | undefined, message: string): Promise<void> {
    const step = afterClosing({ code, message, failures: this.#failures }, Math.random());
    if (this.#signal.aborted) return;
    this.#log.info({ code, ...step }, 'the socket has ended');
    if (step.step === 'halt') return this.#halt(step);
    if (code !== 515) {
      this.#failures += 1;
      this.#status.report({ status: 'OPENING', reason: step.reason });
    }
    if (step.afterMs === 0) return this.#open();
    this.#again = setTimeout(() => void this.#inTurn(() => this.#open()), step.afterMs);
  }

  /** Waits for a person from now on. */
  async #halt({ status, reason, wipe, alert }: Extract<NextStep, { step: 'halt' }>): Promise<void> {
    const { context, connectionId, fencing, leaseHolds } = this.#options;
    this.#busy = false;
    if (!leaseHolds()) return;
    if (alert) this.#log.error({ reason }, 'the session needs a person');
    if (wipe) await wipeAccount(connectionId, { ...context, fencing });
    await persistently(() => wantNoMore(context.pool, this.#options), { signal: this.#signal });
    void noteError(context.pool, connectionId, reason);
    this.#status.report({ status, reason, retries: 0, ...(wipe ? unpaired : {}) });
  }

  async #unpair(): Promise<void> {
    const { context, connectionId, fencing } = this.#options;
    const line = this.#line;
    this.#line = undefined;
    await line?.open?.socket.logout().catch(() => undefined);
    await this.#end(line);
    await wipeAccount(connectionId, { ...context, fencing });
  }

  async #drop(): Promise<void> {
    const line = this.#line;
    this.#line = undefined;
    await this.#end(line);
  }

  async #end(line: Line | undefined): Promise<void> {
    this.#waitNoLonger();
    this.#traffic.sender.closed();
    this.#busy = false;
    await line?.open?.end();
    await line?.account.close().catch(error => {
      this.#log.warn({ err: error }, 'credentials were not stored');
    });
  }

  #leaseLost(): void {
    this.#traffic.sender.closed();
    this.#options.onLeaseLost();
  }

  #mayGoOn(): boolean {
    return !this.#signal.aborted && this.#options.leaseHolds();
  }

  #waitNoLonger(): void {
    clearTimeout(this.#again);
    this.#again = undefined;
  }
}
