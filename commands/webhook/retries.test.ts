import { describe, expect, it } from 'vitest';
import { type Attempt, type Before, judge, judgeEndpoint } from './retries.ts';

const answered = (status: number, retryAfterMs: number | null = null): Attempt => ({
  ...{ answered: status, problem: null },
  retryAfterMs,
});
const none = (problem: Attempt['problem']): Attempt => ({ answered: null, problem });
const start = new Date('2026-11-23T12:00:00.000Z');
const fresh: Before = { tries: 0, early: 0, plannedAt: null, answered: null, problem: null };
const first = (attempt: Attempt, before: Partial<Before> = {}) =>
  judge(attempt, { ...fresh, ...attempt, ...before }, { now: start, chance: 0 });
const pauseOf = (judgement: ReturnType<typeof judge>): number =>
  judgement.result === 'again' ? (judgement.nextAt.getTime() - start.getTime()) / 1_000 : Number.NaN;

/** Every try of one delivery that is always answered so: the pauses between them, in seconds, and how many were early. */
const triesOf = (attempt: Attempt, chance = 0) => {
  let [now, before, early]: [Date, Before, number] = [start, fresh, 0];
  const pauses: number[] = [];
  for (;;) {
    const judgement = judge(attempt, before, { now, chance });
    if (judgement.result !== 'again') return { pauses, early };
    pauses.push((judgement.nextAt.getTime() - now.getTime()) / 1_000);
    ({ early } = judgement);
    now = judgement.nextAt;
    const plannedAt = judgement.plannedAt?.toISOString() ?? null;
    before = { ...attempt, tries: pauses.length, early, plannedAt };
  }
};
const pausesOf = (attempt: Attempt, chance = 0) => triesOf(attempt, chance).pauses;
const standard = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];

describe('one delivery', () => {
  it('ends with any 2xx', () => {
    for (const status of [200, 201, 202, 204, 299])
      expect(first(answered(status))).toEqual({ result: 'delivered' });
  });
  it('is tried ten times over three days where the receiver is down', () => {
    for (const down of [answered(500), answered(503), answered(429), answered(408), answered(425)])
      expect(pausesOf(down)).toEqual(standard);
    for (const problem of ['dns', 'unreachable', 'timeout', 'too-large'] as const)
      expect(pausesOf(none(problem))).toEqual(standard);
    expect(standard.reduce((sum, each) => sum + each) / 3_600).toBeGreaterThan(72);
  });
  it('comes back a little later by chance', () => {
    expect(pausesOf(answered(500), 1)[0]).toBe(5.5);
    expect(pausesOf(answered(500), 0.5)[1]).toBe(315);
  });
  it('takes a redirect for a failure', () => {
    expect(first(answered(302))).toMatchObject({ result: 'again', problem: 'redirect' });
  });
  it('stops after three tries where the receiver, or the guard, says that the request is wrong', () => {
    for (const status of [400, 401, 403, 404, 422]) expect(pausesOf(answered(status))).toEqual([5, 300]);
    for (const problem of ['address', 'port', 'protocol', 'credentials', 'url'] as const)
      expect(pausesOf(none(problem))).toEqual([5, 300]);
  });
  it('goes on where a receiver that was down says once that the request is wrong', () => {
    const down = { answered: 503, problem: 'status' as const };
    expect(pauseOf(first(answered(404), { tries: 3, ...down }))).toBe(7_200);
    const refused = { answered: 404, problem: 'status' as const };
    expect(first(answered(404), { tries: 4, ...refused })).toMatchObject({ result: 'failed', gone: false });
    expect(first(none('address'), { tries: 3, answered: null, problem: 'dns' })).toMatchObject({
      result: 'again',
    });
    expect(first(answered(410), { tries: 3, ...down })).toMatchObject({ result: 'failed', gone: true });
  });
  it('stops at once where the endpoint is gone', () => {
    expect(first(answered(410))).toEqual({ result: 'failed', problem: 'status', gone: true });
    expect(first(answered(404), { tries: 2 })).toMatchObject({ result: 'failed', gone: false });
  });
});

describe('a try before its time', () => {
  const plannedAt = new Date(start.getTime() + 7_200_000).toISOString();
  it('that fails leaves the schedule as it was, and gives nothing up', () => {
    for (const attempt of [answered(500), answered(404)])
      expect(first(attempt, { tries: 4, early: 0, plannedAt })).toEqual({
        ...{ result: 'again', nextAt: new Date(plannedAt), plannedAt: null, early: 1 },
        problem: 'status',
      });
    expect(first(answered(500), { tries: 40, early: 31, plannedAt: null })).toMatchObject({
      result: 'failed',
    });
    expect(pauseOf(first(answered(500), { tries: 40, early: 37 }))).toBe(7_200);
  });
});

describe('a receiver that asks to be left alone', () => {
  it('is not asked before, however soon the schedule would', () => {
    expect(pauseOf(first(answered(429, 60_000)))).toBe(60);
    expect(pauseOf(first(answered(503, 3_600_000), { tries: 1 }))).toBe(3_600);
    expect(pausesOf(answered(429, 3_600_000)).slice(0, 4)).toEqual([3_600, 3_600, 3_600, 3_600]);
  });
  it('is asked when it says, where that is sooner, and no try is used up by it', () => {
    const judgement = first(answered(503, 20_000), { tries: 3 });
    expect(pauseOf(judgement)).toBe(20);
    expect(judgement).toMatchObject({ early: 0, plannedAt: new Date(start.getTime() + 7_200_000) });
  });
  it('is asked less often each time, and as long as any other, where it always wants to be asked soon', () => {
    const { pauses, early } = triesOf(answered(429, 1_000));
    expect(pauses.slice(0, 6)).toEqual([5, 5, 20, 80, 195, 320]);
    expect(pauses.reduce((sum, each) => sum + each) / 3_600).toBeGreaterThan(72);
    expect(early).toBeLessThan(20);
    expect(pauses).toHaveLength(standard.length + early);
  });
});

describe('an endpoint that fails', () => {
  const failingSince = new Date('2026-11-20T12:00:00Z');
  const hoursLater = (hours: number) => new Date(failingSince.getTime() + hours * 3_600_000);
  const verdict = (hours: number, warned: number | null) =>
    judgeEndpoint(
      {
        failingSince: failingSince.toISOString(),
        warnedAt: warned === null ? null : hoursLater(warned).toISOString(),
      },
      hoursLater(hours),
    );

  it('is warned of after a day, and disabled after three', () => {
    expect(verdict(23, null)).toBe('bear');
    expect(verdict(24, null)).toBe('warn');
    expect(verdict(71, 24)).toBe('bear');
    expect(verdict(72, 24)).toBe('disable');
  });
  it('is never disabled without a warning a day before', () => {
    expect(verdict(100, null)).toBe('warn');
    expect(verdict(110, 100)).toBe('bear');
    expect(verdict(124, 100)).toBe('disable');
  });
});
