import type { TicketView } from '../system/api.ts';
import type { Product } from '../system/product.ts';
import { createReader, type Heard } from './heard.ts';
import { type Crowded, socketsOfOne } from './many-sockets-company.ts';
import { openScreen, type Screen } from './screen.ts';
import { untilStill } from './settle.ts';

const lookEveryMs = 100;

type Seat = { readonly company: Crowded; readonly screen: Screen };

/** The sockets of all people of these companies. */
export const createCrowd = (
  product: Product,
  companies: readonly Crowded[],
  onHeard: (heard: Heard) => void,
) => {
  const seats: Seat[] = [];
  const read = createReader();
  let refused = 0;
  const sit = (company: Crowded, token: () => string) => {
    const screen = openScreen({
      ...{ url: product.url, token, read, conversation: undefined, onHeard },
      onRefused: () => {
        refused += 1;
      },
    });
    seats.push({ company, screen });
  };
  return {
    /** All of them in one moment. */
    open: (): void => {
      for (const company of companies)
        for (let n = 0; n < company.sockets; n += 1)
          sit(company, () => company.people[Math.floor(n / socketsOfOne)]?.token() ?? '');
    },
    /** Resolves when every socket is greeted, or no further ones are: the faults name those that are not. */
    allLive: (): Promise<void> =>
      untilStill(() => seats.filter(({ screen }) => !screen.isLive()).length, lookEveryMs),
    refused: () => refused,
    faults: (truth: (company: Crowded) => readonly TicketView[]): readonly string[] =>
      seats.flatMap(({ company, screen }, n) => [
        ...(screen.isLive() ? [] : [`socket ${n} is not open`]),
        ...screen.memory.faults([], truth(company)).map(fault => `socket ${n}: ${fault}`),
      ]),
    counts: () => {
      const counts = seats.map(({ screen }) => screen.memory.counts());
      const sum = (pick: (count: (typeof counts)[number]) => number) =>
        counts.reduce((total, count) => total + pick(count), 0);
      return {
        sockets: seats.length,
        interruptions: sum(({ interruptions }) => interruptions),
        resyncs: sum(({ resyncs }) => resyncs),
      };
    },
    close: (): void => {
      for (const { screen } of seats) screen.close();
    },
  };
};
export type Crowd = ReturnType<typeof createCrowd>;
