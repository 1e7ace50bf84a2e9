import { describe, expect, it } from 'vitest';
import { ledgerFaults, sendingFaults } from './reckoning.ts';
import type { LedgerSays } from './witnesses.ts';

const before: LedgerSays = { received: 10, shown: 8, rejected: { protocol: 2 }, waiting: 0, toSend: 0 };
const after = { ...before, received: 110, shown: 108 };

describe('the ledger of the connector', () => {
  it('adds up when all that was written is shown', () => {
    expect(ledgerFaults(before, after, 100)).toEqual([]);
    expect(ledgerFaults(before, { ...after, received: 113, rejected: { protocol: 5 } }, 100)).toEqual([]);
  });

  it('does not when something was received and never settled, or settled and never received', () => {
    expect(ledgerFaults(before, { ...after, received: 111 }, 100)).toEqual([
      '111 received, 110 settled or waiting',
    ]);
    expect(ledgerFaults(before, { ...after, received: 111, waiting: 1 }, 100)).toEqual(['1 still wait']);
  });

  it('does not when more or less is shown than was written, or answers are not sent', () => {
    expect(ledgerFaults(before, after, 99)).toEqual(['100 shown of 99']);
    expect(ledgerFaults(before, { ...after, toSend: 3 }, 100)).toEqual(['3 answers are not sent']);
  });
});

describe('what the log says of answers', () => {
  const nothing = { sent: new Map<number, number>(), delivered: new Set<number>(), failed: [] };

  it('is that each is gone, by its acknowledgement or by its phone', () => {
    expect(sendingFaults({ ...nothing, sent: new Map([[1, 1]]), delivered: new Set([2]) }, [1, 2])).toEqual(
      [],
    );
  });

  it('is never that one is sent twice, not at all, or has failed', () => {
    const told = { sent: new Map([[1, 2]]), delivered: new Set([1]), failed: [3] };
    expect(sendingFaults(told, [1, 2])).toEqual([
      'out 1 is told as sent 2 times',
      'out 2 is told as sent 0 times',
      'out 3 is told as failed',
    ]);
  });
});
