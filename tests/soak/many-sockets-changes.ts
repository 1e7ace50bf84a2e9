import { setTimeout as pause } from 'node:timers/promises';
import { plainCaller } from '../bench/http.ts';
import type { Product } from '../system/product.ts';
import type { Heard } from './heard.ts';
import { createHistogram } from './histogram.ts';
import type { Crowded } from './many-sockets-company.ts';

type Changing = { readonly company: Crowded; readonly ticketId: string; isOpen: boolean; revision: number };

/**
 * Administrators take tickets and give them back, each ticket's changes one after the other. From the call to the
 * frame at each socket is told for the revision that the call made; one that was shown together with a later one is not.
 */
export const openChanges = async (product: Product, companies: readonly Crowded[]) => {
  const frames = createHistogram();
  const calls = createHistogram();
  const begun = new Map<string, number>();
  const callers = new Map(companies.map(each => [each, plainCaller(product.url, each.admin.token, 8)]));
  const changing: Changing[] = [];
  const most = Math.max(...companies.map(({ ticketIds }) => ticketIds.length));
  for (let n = 0; n < most; n += 1)
    for (const company of companies) {
      const ticketId = company.ticketIds[n];
      if (!ticketId) continue;
      const { body } = await company.admin.ticket(ticketId);
      changing.push({ company, ticketId, isOpen: body.status === 'open', revision: body.revision });
    }

  const change = async (ticket: Changing): Promise<void> => {
    const { company, ticketId, isOpen } = ticket;
    const body = isOpen ? { status: 'pending' } : { status: 'open', userId: company.admin.user.id };
    const start = performance.now();
    begun.set(`${ticketId} ${ticket.revision + 1}`, start);
    const answer = await callers.get(company)?.call('PUT', `/tickets/${ticketId}`, body);
    if (answer?.status !== 200) throw new Error(`a change answered ${answer?.status} ${answer?.text}`);
    calls.add(performance.now() - start);
    ticket.isOpen = !isOpen;
    ticket.revision += 1;
  };
  return {
    frames,
    calls,
    onHeard: (heard: Heard): void => {
      if (heard.kind !== 'ticket') return;
      const start = begun.get(`${heard.ticket.id} ${heard.ticket.revision}`);
      if (start !== undefined) frames.add(performance.now() - start);
    },
    /** So many changes a second over all companies; later ones wait when a ticket is still being changed. */
    run: async (perSecond: number, seconds: number): Promise<void> => {
      const start = performance.now();
      const lines = new Map<Changing, Promise<void>>();
      for (let n = 0; n < perSecond * seconds; n += 1) {
        await pause(Math.max(0, start + (n * 1000) / perSecond - performance.now()));
        const ticket = changing[n % changing.length];
        if (ticket)
          lines.set(
            ticket,
            (lines.get(ticket) ?? Promise.resolve()).then(() => change(ticket)),
          );
      }
      await Promise.all(lines.values());
    },
    /** One change of the first ticket of each company, while no gateway is there. */
    runBehind: async (): Promise<void> => {
      for (const company of companies) {
        const ticket = changing.find(each => each.company === company);
        if (!ticket) continue;
        await company.changeBehind(ticket.ticketId, ticket.isOpen);
        ticket.isOpen = !ticket.isOpen;
        ticket.revision += 1;
      }
    },
    close: () => {
      for (const caller of callers.values()) caller.close();
    },
  };
};
export type Changes = Awaited<ReturnType<typeof openChanges>>;
