import { describe, expect, it } from 'vitest';
import { type Attempt, judge, judgeEndpoint } from './retries.ts';

const answered = (status: number): Attempt => ({ answered: status, problem: null });
const none = (problem: Attempt['problem']): Attempt => ({ answered: null, problem });

/** Every try of one delivery that is always answered so: the pauses between them, in seconds. */
const pausesOf = (attempt: Attempt, chance = 0): number[] => {
  const pauses: number[] = [];
  for (let tries = 1; ; tries += 1) {
    const judgement = judge(attempt, tries, chance);
    if (judgement.result !== 'again') return pauses;
    pauses.push(judgement.afterMs / 1_000);
  }
};

describe('one delivery', () => {
  it('ends with any 2xx', () => {
    for (const status of [200, 201, 202, 204, 299])
      expect(judge(answered(status), 1, 0)).toEqual({ result: 'delivered' });
  });
  it('is tried ten times over three days where the receiver is down', () => {
    const standard = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];
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
    expect(judge(answered(302), 1, 0)).toMatchObject({ result: 'again', problem: 'redirect' });
  });
  it('stops after three tries where the receiver, or the guard, says that the request is wrong', () => {
    for (const status of [400, 401, 403, 404, 422]) expect(pausesOf(answered(status))).toEqual([5, 300]);
    for (const problem of ['address', 'port', 'protocol', 'credentials', 'url'] as const)
      expect(pausesOf(none(problem))).toEqual([5, 300]);
  });
  it('goes on where a receiver that was down says once that the request is wrong', () => {
    const down = { answered: 503, problem: 'status' as const };
    expect(judge(answered(404), 4, 0, down)).toMatchObject({ result: 'again', afterMs: 7_200_000 });
    const refused = { answered: 404, problem: 'status' as const };
    expect(judge(answered(404), 5, 0, refused)).toMatchObject({ result: 'failed', gone: false });
    expect(judge(none('address'), 4, 0, { answered: null, problem: 'dns' })).toMatchObject({
      result: 'again',
    });
    expect(judge(answered(410), 4, 0, down)).toMatchObject({ result: 'failed', gone: true });
  });
  it('stops at once where the endpoint is gone', () => {
    expect(judge(answered(410), 1, 0)).toEqual({ result: 'failed', problem: 'status', gone: true });
    expect(judge(answered(404), 3, 0)).toMatchObject({ result: 'failed', gone: false });
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
