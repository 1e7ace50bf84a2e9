import type { TicketView } from '#contracts/views.ts';
import { backOffMs } from '#web/src/shared/back-off.ts';
import { createReader, type Heard } from '../heard.ts';
import { createHistogram } from '../histogram.ts';
import { openScreen, type Screen } from '../screen.ts';

export type Seat = { readonly token: string; readonly company: number };
/** A ticket as all pages of its company must know it: in this revision, or a later one. */
export type Wanted = { readonly ticketId: string; readonly revision: number };

/** How a crowd of pages has fared since it was opened. */
export type Fared = {
  readonly live: number;
  readonly refused: number;
  readonly interruptions: number;
  readonly resyncs: number;
};
type Page = {
  readonly seat: Seat;
  readonly revisions: Map<string, number>;
  screen: Screen | undefined;
  /** Notification to load anew since the connections were last broken. */
  isStale: boolean;
};

const mostFaults = 20;
/** Of a change: its ticket and the revision it made. */
export const keyOf = (ticketId: string, revision: number): string => `${ticketId} ${revision}`;

/** Pages that do what the web app's do: come back with its back-off, ask for what they missed, answer pings. */
export const openCrowd = (url: string, seats: readonly Seat[]) => {
  const read = createReader();
  const arrivals = new Map<string, number[]>();
  /** The same for a ticket that thousands of pages are shown. */
  let timesOfTicket = new WeakMap<TicketView, number[]>();
  let refused = 0;

  const timesOf = (id: string, revision: number): number[] => {
    const key = keyOf(id, revision);
    const times = arrivals.get(key) ?? [];
    arrivals.set(key, times);
    return times;
  };
  const note = (page: Page, ticket: TicketView): void => {
    const { id, revision } = ticket;
    const known = page.revisions.get(id) ?? revision - 1;
    if (revision <= known) return;
    page.revisions.set(id, revision);
    const now = Date.now();
    for (let each = known + 1; each < revision; each += 1) timesOf(id, each).push(now);
    const own = timesOfTicket.get(ticket) ?? timesOf(id, revision);
    timesOfTicket.set(ticket, own);
    own.push(now);
  };
  const hear = (page: Page, heard: Heard): void => {
    if (heard.kind === 'ticket') note(page, heard.ticket);
    if (heard.kind === 'resync') page.isStale = true;
  };
  const pages = seats.map((seat): Page => {
    const page: Page = { seat, revisions: new Map(), screen: undefined, isStale: false };
    const open = () => {
      page.screen = openScreen({
        ...{ url, token: () => seat.token, read, conversation: undefined, asksReady: false },
        onHeard: heard => hear(page, heard),
        onRefused: () => {
          refused += 1;
        },
      });
    };
    setTimeout(open, backOffMs(0, Math.random()));
    return page;
  });
  const knows = ({ seat, revisions, screen, isStale }: Page, wanted: readonly Wanted[]): boolean => {
    const one = wanted[seat.company];
    return (
      screen?.isLive() === true && (isStale || !one || (revisions.get(one.ticketId) ?? 0) >= one.revision)
    );
  };

  return {
    /** The network is gone for all of them in one moment. */
    drop: (): void => {
      for (const { screen } of pages) screen?.lose();
    },
    /** How many are live and know the ticket that is wanted of their company, or know that they must load anew. */
    knowing: (wanted: readonly Wanted[]): number => pages.filter(page => knows(page, wanted)).length,
    fared: (): Fared => {
      const counts = pages.flatMap(({ screen }) => (screen ? [screen.memory.counts()] : []));
      return {
        live: pages.filter(({ screen }) => screen?.isLive()).length,
        refused,
        interruptions: counts.reduce((sum, { interruptions }) => sum + interruptions, 0),
        resyncs: counts.reduce((sum, { resyncs }) => sum + resyncs, 0),
      };
    },
    /** From when each of these changes began, in ms since 1970, to when each page knew it; once for each. */
    delays: (begun: ReadonlyMap<string, number>): Uint32Array => {
      const delays = createHistogram();
      for (const [key, start] of begun) for (const at of arrivals.get(key) ?? []) delays.add(at - start);
      arrivals.clear();
      timesOfTicket = new WeakMap();
      return delays.counts();
    },
    /** Whatever is known otherwise than the server has it, by company, in words. */
    faults: (truth: readonly (readonly TicketView[])[]): readonly string[] =>
      pages
        .flatMap(({ seat, screen }, n) => [
          ...(screen?.isLive() ? [] : [`page ${n} is not live`]),
          ...(screen?.memory.faults([], truth[seat.company] ?? []).map(fault => `page ${n}: ${fault}`) ?? []),
        ])
        .slice(0, mostFaults),
  };
};
export type Crowd = ReturnType<typeof openCrowd>;
