import { describe, expect, it } from 'vitest';
import { CallRefused } from '../errors/refusal.ts';
import { createSocketLimits } from './socket-limits.ts';

const ana = { userId: 'ana', companyId: 'loja' };
const bia = { userId: 'bia', companyId: 'loja' };
const zoe = { userId: 'zoe', companyId: 'other' };

const refusal = (work: () => unknown): unknown => {
  try {
    work();
    return undefined;
  } catch (error) {
    return error instanceof CallRefused ? error.details : error;
  }
};

describe('places for live sockets', () => {
  it('are counted for each person, company and for the process', () => {
    const limits = createSocketLimits({ person: 2, company: 3, gateway: 4 }, () => {});
    limits.take(ana);
    limits.take(ana);
    expect(refusal(() => limits.take(ana))).toEqual({ limit: 'person' });
    limits.take(bia);
    expect(refusal(() => limits.take(bia))).toEqual({ limit: 'company' });
    limits.take(zoe);
    expect(refusal(() => limits.check(zoe))).toEqual({ limit: 'gateway' });
  });

  it('are given back once, however often that is said, and what is refused takes none', () => {
    const limits = createSocketLimits({ person: 1, company: 2, gateway: 2 }, () => {});
    const giveBack = limits.take(ana);
    refusal(() => limits.take(ana));
    const other = limits.take(bia);
    giveBack();
    giveBack();
    limits.take(ana);
    expect(refusal(() => limits.take(zoe))).toEqual({ limit: 'gateway' });
    other();
    expect(refusal(() => limits.take(zoe))).toBeUndefined();
  });
});
