import { type BinaryNode, decodeBinaryNode, encodeBinaryNode, S_WHATSAPP_NET } from '@whiskeysockets/baileys';
import type { RawData, WebSocket } from 'ws';
import { takeOne } from './faults.ts';
import { NoiseSession } from './noise/noise-session.ts';
import type { Simulator } from './simulator.ts';
import { receiveStanza } from './stanzas/dispatch.ts';
import type { LinkByCode } from './stanzas/link-code.ts';
import { receiveClientPayload } from './stanzas/login.ts';
import type { Companion, Registration } from './state/companions.ts';

/** A pairing under way: what the phone signed, until the device countersigns. */
export type Pairing = { companion: Companion; signedDetails: Uint8Array; finished: (error?: Error) => void };

/** As much may wait in a socket before the queue is left alone. */
const fullBytes = 256 * 1024;

/** One WebSocket of a client: the noise session below, stanzas above. */
export class Connection {
  readonly simulator: Simulator;
  readonly #socket: WebSocket;
  readonly #noise: NoiseSession;
  #received: Promise<void> = Promise.resolve();
  /** Set on unregistered connections. */
  registration: Registration | undefined;
  pairing: Pairing | undefined;
  /** Set while an unregistered client shows a pairing code. */
  linkByCode: LinkByCode | undefined;
  /** Set after login. */
  companion: Companion | undefined;
  /** The client asked for its messages. */
  active = false;
  /** Position in the queue up to which stanzas were sent on this connection. */
  sentUpTo = 0;
  /** What is queued goes on as soon as the client has read on. */
  resuming = false;
  /** Whose presence the client asked for: their numbers, and the jid it knows them by. */
  readonly watched = new Map<string, string>();
  /** Messages that a fault holds back. */
  readonly #held: Uint8Array[] = [];
  #whenRoom: (() => void)[] = [];

  constructor(simulator: Simulator, socket: WebSocket) {
    this.simulator = simulator;
    this.#socket = socket;
    this.#noise = new NoiseSession(simulator.certificate, {
      write: bytes => this.#write(bytes),
      onClientPayload: (payload, staticKey) => receiveClientPayload(this, payload, staticKey),
      onFrame: async bytes => receiveStanza(this, await decodeBinaryNode(bytes)),
    });
    simulator.connections.add(this);
    socket.on('message', data => this.#receive(data));
    socket.on('close', () => this.#forget());
    socket.on('error', () => socket.terminate());
  }

  send(node: BinaryNode): void {
    this.sendEncoded(encodeBinaryNode(node));
  }

  /** Sends an encoded stanza. Frames are sealed when they leave, so a delay keeps their order. */
  sendEncoded(stanza: Uint8Array): void {
    const { faults, counters } = this.simulator;
    counters.stanzasOut += 1;
    if (faults.delayMs > 0) setTimeout(() => this.#noise.sendFrame(stanza), faults.delayMs);
    else this.#noise.sendFrame(stanza);
  }

  /** The client reads no faster than this: what is queued for it should wait. */
  isFull(): boolean {
    return this.#socket.bufferedAmount > fullBytes;
  }

  /** Runs `action` when the client has read on, or has gone. */
  whenRoom(action: () => void): void {
    if (this.isFull()) this.#whenRoom.push(action);
    else action();
  }

  /** Sends a message; faults may hold it back, to leave in reverse order, or send it twice. */
  sendMessage(stanza: Uint8Array): void {
    const { faults } = this.simulator;
    const copies = takeOne(faults, 'duplicateNext') ? [stanza, stanza] : [stanza];
    if (faults.reorderNext > this.#held.length) this.#held.push(...copies);
    else for (const each of copies) this.sendEncoded(each);
    if (this.#held.length === 0 || this.#held.length < faults.reorderNext) return;
    for (const each of this.#held.splice(0).reverse()) this.sendEncoded(each);
    faults.reorderNext = 0;
  }

  result(query: BinaryNode, content?: BinaryNode[]): void {
    const attrs = { from: query.attrs.to ?? S_WHATSAPP_NET, type: 'result', id: query.attrs.id ?? '' };
    this.send(content ? { tag: 'iq', attrs, content } : { tag: 'iq', attrs });
  }

  refuse(query: BinaryNode, code: number, text: string): void {
    this.send({
      tag: 'iq',
      attrs: { from: S_WHATSAPP_NET, type: 'error', id: query.attrs.id ?? '' },
      content: [{ tag: 'error', attrs: { code: String(code), text } }],
    });
  }

  /** Runs `action` when the client has gone. */
  forgotten(action: () => void): void {
    this.#socket.once('close', action);
  }

  /** Closes after what was sent before has left. */
  close(): void {
    const close = () => this.#socket.close();
    if (this.simulator.faults.delayMs > 0) setTimeout(close, this.simulator.faults.delayMs);
    else close();
  }

  /** Cuts the line without a word. */
  cut(): void {
    this.#socket.terminate();
  }

  #write(bytes: Buffer): void {
    if (this.simulator.faults.silent || this.#socket.readyState !== this.#socket.OPEN) return;
    this.#socket.send(bytes, () => this.#whenRoom.length > 0 && !this.isFull() && this.#tellRoom());
  }

  #tellRoom(): void {
    for (const action of this.#whenRoom.splice(0)) action();
  }

  #receive(data: RawData): void {
    if (this.simulator.faults.silent) return;
    const chunk = Buffer.isBuffer(data)
      ? data
      : Buffer.concat(Array.isArray(data) ? data : [Buffer.from(data)]);
    this.#received = this.#received
      .then(() => this.#noise.push(chunk))
      .catch(error => {
        this.simulator.log(`connection dropped: ${error instanceof Error ? error.stack : error}`);
        this.cut();
      });
  }

  #forget(): void {
    const { connections, online, awaitingScan, changes } = this.simulator;
    connections.delete(this);
    this.#tellRoom();
    for (const [reference, connection] of awaitingScan) {
      if (connection === this) awaitingScan.delete(reference);
    }
    this.pairing?.finished(new Error('the connection closed during pairing'));
    if (!this.companion || online.get(this.companion.jid) !== this) return;
    online.delete(this.companion.jid);
    changes.emit({ type: 'phone', number: this.companion.phone });
  }
}
