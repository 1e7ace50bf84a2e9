import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Pool } from 'pg';
import { describe, expect, it } from 'vitest';
import type { Tenants } from '#projections/tenant.ts';
import { openAnswer } from './open-answer.ts';
import type { BulkJob } from './writers.ts';

const contact = {
  name: 'Clara',
  number: '5511987654321',
  email: null,
  queue: null,
  wallet: '',
  extraInfo: [],
};
const page = Array.from({ length: 500 }, (_, n) => ({ ...contact, id: String(n), sought: 'clara' }));

/** A company whose contacts never end, and how many pages of them were read. */
const endless = () => {
  let pages = 0;
  const read = async () => {
    pages += 1;
    return pages === 1 ? [] : page;
  };
  const tenants = { read, close: async () => undefined } as unknown as Tenants;
  return { site: { tenants, pool: {} as Pool }, pages: () => pages };
};
const job = (format: 'csv' | 'xlsx'): BulkJob => ({
  kind: 'contacts',
  input: { companyId: 'a', format, language: 'en' },
});
const turns = async () => {
  for (let turn = 0; turn < 100; turn += 1) await nextTurn();
};

describe.each(['csv', 'xlsx'] as const)('an answer of a company without end, as %s', format => {
  it('is read as far as it is taken, and no further when it is taken no more', async () => {
    const { site, pages } = endless();
    const stream = await openAnswer(site, job(format));
    await turns();
    const untaken = pages();
    expect(untaken).toBeLessThan(10);
    let bytes = 0;
    for await (const piece of stream.iterator({ destroyOnReturn: false })) {
      bytes += piece.length;
      if (bytes > 200_000) break;
    }
    await turns();
    const taken = pages();
    expect(taken).toBeGreaterThan(untaken);
    stream.destroy();
    await turns();
    expect(pages() - taken).toBeLessThanOrEqual(1);
  });
});
