import fc from 'fast-check';
import { lastDays, spanOf } from '#domain/dashboard/period.ts';
import type { Recorded } from '#eventstore/types.ts';
import { idOf } from '../../testing/story.ts';
import type { Scope } from '../queries/scope.ts';
import { steps, storyOf } from './random-story.ts';

/** Beginning around days on which clocks change, and an ordinary one. */
const begins = [
  ['2018-11-02T14:00:00Z', 'America/Sao_Paulo'],
  ['2018-02-16T14:00:00Z', 'America/Sao_Paulo'],
  ['2026-09-04T14:00:00Z', 'America/Santiago'],
  ['2026-10-23T14:00:00Z', 'Europe/Lisbon'],
  ['2026-11-01T14:00:00Z', 'America/Manaus'],
] as const;
/** As many stories as hold every rule many times; each is a company of its own. */
export const stories = fc.sample(steps, { seed: 20261123, numRuns: 30 }).map((each, index) => {
  const [begin, zone] = begins[index % begins.length] ?? begins[0];
  const company = idOf(`company ${index}`);
  return { index, company, begin, zone, events: storyOf(each, company, begin) };
});

const last = (events: readonly Recorded[]): string =>
  events
    .map(({ metadata }) => metadata.at)
    .toSorted()
    .at(-1) ?? '';

/** The whole story, each of its first days, and everything narrowed in every way. */
export const scopesOf = ({ company, begin, zone, events }: (typeof stories)[number]): readonly Scope[] => {
  const id = (word: string) => idOf(company + word);
  const whole = { from: `${begin.slice(0, 10)}T00:00:00.000Z`, until: '2030-01-01T00:00:00.000Z' };
  const days = [1, 2, 3].map(n => {
    const day = new Date(Date.parse(begin) + n * 86_400_000);
    return spanOf(lastDays(1, day, zone), zone);
  });
  const week = spanOf(lastDays(7, new Date(last(events)), zone), zone);
  return [
    ...[whole, week, ...days],
    { ...whole, queueId: id('queue 1') },
    { ...whole, connectionId: id('connection 1') },
    { ...whole, userId: id('user 1') },
    { ...whole, tagId: id('vip') },
    { ...week, queueId: id('queue 0'), userId: id('user 0') },
    { ...whole, clock: 'business' },
    { ...week, clock: 'business', queueId: id('queue 1') },
  ];
};
