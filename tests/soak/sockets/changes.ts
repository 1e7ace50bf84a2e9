import { setTimeout as pause } from 'node:timers/promises';
import { plainCaller } from '../../bench/http.ts';
import type { Product } from '../../system/product.ts';
import { createHistogram } from '../histogram.ts';
import type { Crowded } from './company.ts';
import { keyOf, type Wanted } from './crowd.ts';
import { ticketNow } from './truth.ts';

type Changing = { readonly company: Crowded; readonly ticketId: string; isOpen: boolean; revision: number };

/** Administrators take tickets and give them back, each ticket's changes one after the other. */
export const openChanges = async (product: Product, companies: readonly Crowded[]) => {
  const callers = new Map(companies.map(each => [each, plainCaller(product.url, () => each.admin.token, 8)]));
  const changing: Changing[] = [];
  const most = Math.max(...companies.map(({ ticketIds }) => ticketIds.length));
  for (let n = 0; n < most; n += 1)
    for (const company of companies) {
      const ticketId = company.ticketIds[n];
      if (!ticketId) continue;
      const { status, revision } = await ticketNow(product, company, ticketId);
      changing.push({ company, ticketId, isOpen: status === 'open', revision });
    }

  const change = async (ticket: Changing, begun: Map<string, number>): Promise<void> => {
    const { company, ticketId, isOpen } = ticket;
    const body = isOpen ? { status: 'pending' } : { status: 'open', userId: company.admin.userId };
    begun.set(keyOf(ticketId, ticket.revision + 1), Date.now());
    const answer = await callers.get(company)?.call('PUT', `/tickets/${ticketId}`, body);
    if (answer?.status !== 200) throw new Error(`a change answered ${answer?.status} ${answer?.text}`);
    ticket.isOpen = !isOpen;
    ticket.revision += 1;
  };
  return {
    /**
     * So many changes a second over all companies; later ones wait when a ticket is still being changed. Answers how
     * long the calls took, and when each change began, in ms since 1970.
     */
    run: async (perSecond: number, seconds: number) => {
      const begun = new Map<string, number>();
      const calls = createHistogram();
      const start = performance.now();
      const lines = new Map<Changing, Promise<void>>();
      const timed = async (ticket: Changing) => {
        const callBegun = performance.now();
        await change(ticket, begun);
        calls.add(performance.now() - callBegun);
      };
      for (let n = 0; n < perSecond * seconds; n += 1) {
        await pause(Math.max(0, start + (n * 1_000) / perSecond - performance.now()));
        const ticket = changing[n % changing.length];
        if (ticket)
          lines.set(
            ticket,
            (lines.get(ticket) ?? Promise.resolve()).then(() => timed(ticket)),
          );
      }
      await Promise.all(lines.values());
      return { begun, calls };
    },
    /**
     * One change of the first ticket of each company, past the gateway and one after the other: a burst of them would be
     * this program's load, which lists wait for. By company, what all must know then.
     */
    runBehind: async (): Promise<readonly Wanted[]> => {
      const wanted: Wanted[] = [];
      for (const company of companies) {
        const ticket = changing.find(each => each.company === company);
        if (!ticket) throw new Error('a company has no ticket');
        await company.changeBehind(ticket.ticketId, ticket.isOpen);
        ticket.isOpen = !ticket.isOpen;
        ticket.revision += 1;
        wanted.push({ ticketId: ticket.ticketId, revision: ticket.revision });
      }
      return wanted;
    },
    close: () => {
      for (const caller of callers.values()) caller.close();
    },
  };
};
export type Changes = Awaited<ReturnType<typeof openChanges>>;
