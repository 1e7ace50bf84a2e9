import type { SliceAnswer } from '#contracts/replay-player.ts';
import { type Days, spanOf } from '#domain/dashboard/period.ts';
import { type MoveKind, moveColumns, moveKinds, placeOf } from '#domain/replay/moves.ts';
import { defaultTimeZone } from '#domain/shared/calendar.ts';

const zone = defaultTimeZone;
const queues = [
  ['Vendas', '#1565c0'],
  ['Suporte', '#ad1457'],
  ['Financeiro', '#2e7d32'],
  ['Entregas', '#ef6c00'],
  ['Pós-venda', '#6a1b9a'],
] as const;
const people = ['Ana', 'Bruno', 'Carla', 'Davi', 'Elisa', 'Fábio', 'Gabi', 'Hugo'];
const names = ['Aline', 'Beto', 'Cida', 'Dora', 'Edu', 'Flávia', 'Gil', 'Helena', 'Ivo', 'Júlia'];

type Step = { readonly at: number; readonly kind: MoveKind; readonly from: number; readonly to: number };
type Row = Record<(typeof moveColumns)[number], number> & { readonly at: number };

/** The same numbers for the same seed. */
const numbers = (seed: number) => {
  let state = seed;
  return (): number => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
};

/** A day as the gateway answers it, with about so many moves: most around eleven and four o'clock. */
export const madeSlice = (days: Days, moves: number, seed = 1): SliceAnswer => {
  const random = numbers(seed);
  const { from, until } = spanOf(days, zone);
  const length = Date.parse(until) - Date.parse(from);
  const tickets = Math.round(moves / 4.4);
  const rows = Array.from({ length: tickets }, (_, ticket) => rowsOf(ticket, length, random)).flat();
  rows.sort((one, other) => one.at - other.at);
  let last = 0;
  const timed = rows.map(row => {
    const after = row.at - last;
    last = row.at;
    return { ...row, after };
  });
  return {
    period: { dateFrom: days.from, dateTo: days.to, from, until, zone },
    until,
    lanes: queues.map(([name, color], index) => ({ id: uuid(index), name, color, removed: false })),
    users: people.map(name => ({ name, removed: false })),
    contacts: Array.from({ length: tickets }, (_, index) =>
      index % 50 === 0 ? null : `${names[index % names.length]} ${index}`,
    ),
    tickets: {
      id: Array.from({ length: tickets }, (_, index) => uuid(index)),
      contact: Array.from({ length: tickets }, (_, index) => index),
    },
    start: { ticket: [], place: [] },
    moves: Object.fromEntries(
      moveColumns.map(name => [name, timed.map(row => row[name])]),
    ) as SliceAnswer['moves'],
  };
};

const uuid = (n: number): string => `0198b000-0000-7000-8000-${String(n).padStart(12, '0')}`;

const rowsOf = (ticket: number, length: number, random: () => number): readonly Row[] => {
  const minute = 60_000;
  const peak = random() < 0.5 ? 11 : 16;
  const hour = peak + (random() + random() + random() - 1.5) * 5;
  const begin = Math.round((hour / 24) * Math.min(length, 86_400_000) + random() * minute);
  const lane = Math.floor(random() ** 1.6 * queues.length);
  const [waiting, attending] = [placeOf(lane, 'waiting'), placeOf(lane, 'attending')];
  const waits = Math.round(random() ** 2 * 40 * minute);
  const takes = Math.round((2 + random() * 25) * minute);
  const steps: Step[] = [
    { at: begin, kind: 'opened', from: 0, to: waiting },
    { at: begin + waits, kind: 'accepted', from: waiting, to: attending },
    { at: begin + waits + minute, kind: 'answered', from: 0, to: 0 },
    { at: begin + waits + minute + takes, kind: 'closedHuman', from: attending, to: 0 },
    ...(random() < 0.4
      ? [{ at: begin + waits + takes + 3 * minute, kind: 'rated' as const, from: 0, to: 0 }]
      : []),
  ];
  const user = Math.floor(random() * people.length);
  return steps
    .filter(({ at }) => at < length)
    .map(({ at, kind, from, to }) => ({
      ...{ at, after: 0, kind: moveKinds.indexOf(kind), ticket, lane, from, to },
      user: kind === 'opened' ? -1 : user,
      measure: { accepted: 1, closedHuman: 2, answered: 3, rated: 4 }[kind as string] ?? 0,
      value:
        kind === 'accepted' ? waits : kind === 'closedHuman' ? takes + minute : kind === 'rated' ? 3 : waits,
    }));
};
