import { page } from 'vitest/browser';
import {
  type BacklogAnswer,
  backlogAnswer,
  type ChoicesAnswer,
  choicesAnswer,
  type DashboardAnswer,
  dashboardAnswer,
  type ReportAnswer,
  reportAnswer,
} from '#contracts/dashboard.ts';
import { thisMonth } from '#domain/dashboard/period.ts';
import { defaultTimeZone } from '#domain/shared/calendar.ts';
import { fakeNetwork } from '../../../testing/network.ts';
import { Back, stage, uuid } from '../../../testing/stage.tsx';
import DashboardPage from '../dashboard-page.tsx';

export const month = thisMonth(new Date(), defaultTimeZone);
export const figures: DashboardAnswer = {
  version: 1,
  counters: {
    ...{ supportPending: 7, supportHappening: 3, supportFinished: 1_204, leads: 12 },
    ...{ avgSupportTime: 83.4, avgWaitTime: null, avgSupportTimeMs: 5_004_000, avgWaitTimeMs: null },
  },
  attendants: [
    {
      ...{ id: uuid(11), name: 'Bruno', rating: 2.67, ratings: 3, finished: 40 },
      ...{ avgSupportTime: 12.5, avgSupportTimeMs: 752_000 },
      ...{ online: true, removed: false },
    },
    {
      ...{ id: uuid(12), name: 'Caio', rating: null, ratings: 0, finished: 1 },
      ...{ avgSupportTime: null, avgSupportTimeMs: null },
      ...{ online: false, removed: true },
    },
  ],
  today: Array.from({ length: 24 }, (_, hour) => (hour === 9 ? 5 : 0)),
  period: {
    ...{ dateFrom: month.from, dateTo: month.to, zone: defaultTimeZone },
    ...{ from: '2026-11-01T03:00:00.000Z', until: '2026-11-24T03:00:00.000Z' },
  },
};

const times = { count: 10, average: 120_000, median: 90_000, p90: 300_000 };
const none = { count: 0, average: null, median: null, p90: null };
const durations = {
  ...{ waiting: times, firstResponse: times, customerWaiting: none },
  ...{ handling: times, resolution: { ...times, median: 5_400_000 } },
};
const totals = {
  ...{ durations, opened: 30, reopened: 2, leads: 5 },
  closings: { human: 20, bot: 3, timeout: 1, tickets: 22, contacts: 18 },
  marks: [1, 2, 6] as [number, number, number],
};
export const report: ReportAnswer = {
  ...{ version: 1, time: 'calendar', period: figures.period, before: figures.period, by: 'queue' },
  totals,
  totalsBefore: { ...totals, opened: 20, durations: { ...durations, handling: none } },
  rows: [
    {
      ...{ key: uuid(21), name: 'Vendas', color: '#112233', removed: true, durations },
      ...{ closed: 20, reopened: 1, rating: 2.5, ratings: 4 },
    },
    {
      key: null,
      name: null,
      color: null,
      removed: false,
      durations,
      closed: 4,
      reopened: 0,
      rating: null,
      ratings: 0,
    },
  ],
  starts: [
    { weekday: 1, hour: 9, count: 12 },
    { weekday: 7, hour: 23, count: 1 },
  ],
};
export const choices: ChoicesAnswer = {
  queue: [
    { id: uuid(22), name: 'Suporte', removed: false },
    { id: uuid(21), name: 'Vendas', removed: true },
  ],
  connection: [{ id: uuid(31), name: 'Loja', removed: true }],
  tag: [{ id: uuid(41), name: 'vip', removed: false }],
  user: [{ id: uuid(12), name: 'Caio', removed: true }],
};
export const backlog: BacklogAnswer = {
  ...{ version: 1, period: figures.period, at: '2026-11-23T15:00:00.000Z' },
  total: { pending: 7, attending: 3 },
  queues: [
    { key: uuid(21), name: 'Vendas', removed: true, pending: 6, attending: 3 },
    { key: null, name: null, removed: false, pending: 1, attending: 0 },
  ],
  users: [{ key: null, name: null, removed: false, pending: 7, attending: 3 }],
  days: [
    { day: '2026-11-22', at: '2026-11-23T03:00:00.000Z', pending: 5, attending: 2 },
    { day: '2026-11-23', at: '2026-11-23T15:00:00.000Z', pending: 7, attending: 3 },
  ],
};
export const answerReport = (network: ReturnType<typeof fakeNetwork>) =>
  network.answer({
    ...{ method: 'GET', path: '/dashboard/report', schema: reportAnswer },
    answer: () => report,
  });
export const answerChoices = (network: ReturnType<typeof fakeNetwork>) => {
  network.answer({
    ...{ method: 'GET', path: '/dashboard/backlog', schema: backlogAnswer },
    answer: ({ query }) => ({ ...backlog, at: query.get('at') ?? backlog.at }),
  });
  network.answer({
    ...{ method: 'GET', path: '/dashboard/choices', schema: choicesAnswer },
    answer: () => choices,
  });
};

export const setUp = async (
  shown: DashboardAnswer = figures,
  options: Parameters<typeof stage>[2] = {},
  /** What else is answered from the beginning. */
  prepare: (network: ReturnType<typeof fakeNetwork>) => void = () => undefined,
) => {
  const network = fakeNetwork();
  let now = shown;
  network.answer({ method: 'GET', path: '/dashboard', schema: dashboardAnswer, answer: () => now });
  answerReport(network);
  answerChoices(network);
  prepare(network);
  const { client } = await stage(
    network,
    <>
      <DashboardPage />
      <Back />
    </>,
    options,
  );
  return {
    network,
    client,
    become: (next: DashboardAnswer) => {
      now = next;
    },
  };
};
export const card = (name: string) => page.getByRole('region', { name, exact: true });
export const asked = (network: ReturnType<typeof fakeNetwork>) =>
  network
    .callsOf('GET', '/dashboard')
    .filter(({ path }) => path === '/dashboard')
    .map(({ query }) => Object.fromEntries(query));
