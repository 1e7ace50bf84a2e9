import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Frame } from '#contracts/live.ts';
import type { TicketFilter } from '../api/ticket-filter.ts';
import { asPage, type TicketPage } from '../api/ticket-page.ts';
import { ticketsQuery } from '../api/tickets.ts';
import { applyFrame, type FrameTarget } from './frame-applier.ts';
import { presenceStore } from './presence-store.ts';
import { anyAction, type Company, company, me, queues } from './testing/company.ts';
import { byRecency, ticketCount, ticketRows } from './ticket-lists.ts';
import { ticketMemory } from './ticket-memory.ts';

const every: TicketFilter = { showAll: false, queueIds: null };
const filters: readonly TicketFilter[] = [
  { ...every, status: 'open' },
  { ...every, status: 'pending' },
  { ...every, status: 'pending', queueIds: [queues.sales] },
  { ...every, status: 'groups' },
  { ...every, status: 'closed' },
  { ...every, userIds: [me] },
];
const runs = { numRuns: 150 };

const setUp = () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
  const target: FrameTarget = {
    client,
    viewer: { userId: me, profile: 'user', queueIds: [queues.sales, queues.support] },
    memory: ticketMemory(),
    presence: presenceStore(),
    onCountsChanged: () => undefined,
  };
  const shown = (filter: TicketFilter) => client.getQueryData(ticketsQuery(filter).queryKey);
  return { client, target, shown, apply: (frame: Frame) => applyFrame(target, frame) };
};

/** What of a list is to be seen: everything down to where the last page ended. */
const expectTruth = (server: Company, screen: ReturnType<typeof setUp>, filter: TicketFilter): void => {
  const pages = screen.shown(filter);
  if (!pages) return;
  const end = pages.pages.at(-1)?.end;
  const truth = server.listed(filter).filter(ticket => !end || byRecency(ticket, end) <= 0);
  expect(ticketRows(pages)).toEqual(truth);
  if (!end) expect(ticketCount(pages)).toBe(truth.length);
};

describe('lists of tickets', () => {
  it('end as the server has them in whatever order the frames come', () => {
    fc.assert(
      fc.property(
        fc.array(anyAction, { maxLength: 30, size: 'max' }),
        fc.array(anyAction, { maxLength: 30, size: 'max' }),
        fc.infiniteStream(fc.nat()),
        (before, after, dice) => {
          const server = company();
          const screen = setUp();
          for (const action of before) server.run(action);
          server.frames.length = 0;
          for (const filter of filters) {
            const page = asPage(server.page(filter, null));
            screen.client.setQueryData(ticketsQuery(filter).queryKey, { pages: [page], pageParams: [null] });
          }
          for (const action of after) server.run(action);
          const frames = [...server.frames, ...server.frames.slice(0, 5)];
          while (frames.length > 0) {
            const [frame] = frames.splice(dice.next().value % frames.length, 1);
            if (frame) screen.apply(frame);
          }
          for (const filter of filters) expectTruth(server, screen, filter);
        },
      ),
      runs,
    );
  });

  const anyStep = fc.oneof(
    { weight: 6, arbitrary: anyAction.map(action => ({ kind: 'action', action }) as const) },
    { weight: 4, arbitrary: fc.constant({ kind: 'frame' } as const) },
    ...(['load', 'more', 'read', 'answer'] as const).map(kind => ({
      weight: 2,
      arbitrary: fc.nat(filters.length - 1).map(list => ({ kind, list }) as const),
    })),
  );

  it('end as the server has them while pages are loaded and loaded again between the frames', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { maxLength: 80, size: 'max' }), async steps => {
        const server = company();
        const screen = setUp();
        const lists = filters.map(filter => slowList(server, screen.client, filter));
        for (const step of steps) {
          if (step.kind === 'action') server.run(step.action);
          else if (step.kind === 'frame') {
            const frame = server.frames.shift();
            if (frame) screen.apply(frame);
          } else await lists[step.list]?.[step.kind]();
        }
        for (const frame of server.frames) screen.apply(frame);
        for (const list of lists) await list.settle();
        for (const filter of filters) expectTruth(server, screen, filter);
        for (const list of lists) list.stop();
      }),
      runs,
    );
  });
});

/** A list on the screen whose answers are read from the server at one moment and arrive at a later one. */
const slowList = (server: Company, client: QueryClient, filter: TicketFilter) => {
  type Question = { readonly cursor: string | null; readonly answer: (page: TicketPage) => void };
  let asked: Question | undefined;
  let page: TicketPage | undefined;
  const observer = new InfiniteQueryObserver(client, {
    ...ticketsQuery(filter),
    enabled: false,
    queryFn: ({ pageParam }) =>
      new Promise<TicketPage>(answer => {
        page = undefined;
        asked = { cursor: pageParam, answer };
      }),
  });
  const unsubscribe = observer.subscribe(() => undefined);
  const read = (): void => {
    if (asked) page ??= asPage(server.page(filter, asked.cursor));
  };
  const answer = async (): Promise<void> => {
    read();
    if (asked && page) void asked.answer(page);
    [asked, page] = [undefined, undefined];
    await turn();
  };
  return {
    load: async () => {
      void observer.refetch();
      await turn();
    },
    more: async () => {
      const { hasNextPage, isFetching } = observer.getCurrentResult();
      if (hasNextPage && !isFetching) void observer.fetchNextPage();
      await turn();
    },
    read: async () => read(),
    answer,
    settle: async () => {
      while (asked) await answer();
    },
    stop: unsubscribe,
  };
};

/** Lets everything happen that waits for promises alone. */
const turn = async (): Promise<void> => {
  for (let n = 0; n < 20; n++) await Promise.resolve();
};
