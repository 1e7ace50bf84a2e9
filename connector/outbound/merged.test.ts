import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { afterMerge } from './merged.ts';

const contact = { companyId: 'company', data: { contactId: 'contact' } };

/** What goes on with the files that are given up, while the log is followed on. */
const giveUp = async (
  keepOnly: () => Promise<void>,
  type: Parameters<ReturnType<typeof afterMerge>>[0]['type'] = 'ContactsUnmerged',
) => {
  const written: string[] = [];
  const log = pino({}, { write: line => written.push(line) });
  const contacts = { refresh: async () => undefined, hasNoPicture: () => true };
  const merged = afterMerge({ contacts, pictures: { keepOnly }, log, signal: AbortSignal.timeout(2_000) });
  await merged({ ...contact, type });
  await new Promise(resolve => setImmediate(resolve));
  return written;
};

describe('the file of a face that may have been the other’s', () => {
  it('holds nobody up while it cannot be deleted', async () => {
    const outage = () => Promise.reject(Object.assign(new Error('out of reach'), { code: 'ECONNREFUSED' }));
    expect(await giveUp(outage)).toHaveLength(1);
    expect(await giveUp(() => new Promise(() => undefined))).toEqual([]);
  });

  it('is given up once a merge is undone, and not before: a new one may just be coming', async () => {
    for (const type of ['ContactsMerged', 'ContactMergedInto', 'ContactUnmergedFrom'] as const)
      expect(await giveUp(() => Promise.reject(new Error('given up')), type)).toEqual([]);
  });

  it('stays when its deletion is refused, which is logged', async () => {
    const refused = () => Promise.reject(Object.assign(new Error('not permitted'), { code: 'EACCES' }));
    const [line] = await giveUp(refused);
    expect(line).toContain('not permitted');
  });
});
