import { backOffMs } from '#web/src/shared/back-off.ts';
import { openWire, type Wire } from '../wire.ts';

export type Seat = { readonly token: string; readonly company: number };

/** How a crowd of pages has fared since it was last asked. */
export type Fared = {
  readonly live: number;
  readonly refused: number;
  readonly closed: number;
  readonly resyncs: number;
  /** When the last of them was greeted, in ms since 1970. */
  readonly greetedAt: number;
  readonly marks: number;
  /** From when a mark was made to when it came to each page, in ms. */
  readonly delays: readonly number[];
};

type Page = {
  readonly seat: Seat;
  wire: Wire | undefined;
  tries: number;
  isLive: boolean;
  known: number;
  /** The newest mark that it was shown, in a ticket or a message. */
  newest: number;
};

const ping = Buffer.from('{"event":"ping"');
const hello = Buffer.from('{"event":"hello"');
const resync = Buffer.from('{"event":"resync"');
const mark = Buffer.from('"mark ');
const notify = JSON.stringify({ event: 'joinNotification' });
const pong = JSON.stringify({ event: 'pong' });
const messageAt = '{"event":"company-'.length + 37;

const starts = (payload: Buffer, what: Buffer): boolean =>
  payload.compare(what, 0, what.length, 0, what.length) === 0;

/** Pages that do what the web app's does: come back with its back-off, ask for what they missed, answer pings. */
export const openCrowd = (base: string, seats: readonly Seat[]) => {
  const pages = seats.map(
    (seat): Page => ({ seat, wire: undefined, tries: 0, isLive: false, known: 0, newest: 0 }),
  );
  let fared = { refused: 0, closed: 0, resyncs: 0, greetedAt: 0, marks: 0 };
  let delays: number[] = [];
  let stopped = false;

  const connect = (page: Page): void => {
    if (stopped) return;
    const url = new URL(`${base}/ws${page.known ? `?since=${page.known}` : ''}`);
    page.wire = openWire(url, page.seat.token, {
      onOpen: () => page.wire?.say(notify),
      onRefused: () => {
        fared.refused += 1;
      },
      onText: payload => hear(page, payload),
      onClose: () => {
        if (page.isLive) fared.closed += 1;
        page.isLive = false;
        later(page);
      },
    });
  };
  const later = (page: Page): void => {
    if (stopped) return;
    setTimeout(() => connect(page), backOffMs(page.tries, Math.random()));
    page.tries += 1;
  };
  const hear = (page: Page, payload: Buffer): void => {
    if (starts(payload, ping)) {
      page.wire?.say(pong);
      return;
    }
    if (starts(payload, resync)) fared.resyncs += 1;
    if (starts(payload, hello)) {
      page.isLive = true;
      page.tries = 0;
      fared.greetedAt = Date.now();
      if (page.known === 0) page.known = positionOf(payload);
      return;
    }
    const at = payload.indexOf(mark);
    if (at === -1) return;
    const [number = 0, made = 0] = payload
      .toString('latin1', at + mark.length, at + 40)
      .split(' ')
      .map(Number.parseFloat);
    page.newest = Math.max(page.newest, number);
    // A message is told once, live; its ticket comes with it and after a return.
    if (payload[messageAt] !== 0x61) return;
    page.known = positionOf(payload) - 1;
    fared.marks += 1;
    delays.push(Date.now() - made);
  };

  return {
    /** Opens all of them, over so much time. */
    open: (withinMs: number): void => {
      for (const page of pages) setTimeout(() => connect(page), Math.random() * withinMs);
    },
    /** The network is gone for all of them in one moment. */
    drop: (): void => {
      for (const page of pages) page.wire?.destroy();
    },
    /** How many pages were shown their company's mark. */
    shown: (marks: Readonly<Record<number, number>>): number =>
      pages.filter(({ seat, newest, isLive }) => isLive && newest >= (marks[seat.company] ?? 0)).length,
    fared: (): Fared => {
      const told = { ...fared, delays, live: pages.filter(({ isLive }) => isLive).length };
      fared = { ...fared, refused: 0, closed: 0, resyncs: 0, marks: 0 };
      delays = [];
      return told;
    },
    stop: (): void => {
      stopped = true;
      for (const page of pages) page.wire?.destroy();
    },
  };
};

/** The last field of every frame. */
const positionOf = (payload: Buffer): number =>
  Number.parseInt(payload.toString('latin1', payload.lastIndexOf(':') + 1), 10);
