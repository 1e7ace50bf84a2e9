import type { ClientBase } from 'pg';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Batch } from '#eventstore/types.ts';
import { openAhead } from './ahead.ts';
import type { Applier } from './apply.ts';

const client = {} as ClientBase;
const part = (number: number) => ({
  from: number - 1,
  batch: { events: [], position: number, live: false } satisfies Batch,
});

let said: string[];
let writes: Map<number, PromiseWithResolvers<boolean>>;
/** What may not be folded ahead, and what cannot be folded. */
let careful: number[];
let broken: number[];
const applier: Pick<Applier, 'apply' | 'begin'> = {
  begin: async (_, __, { position }) => {
    if (broken.includes(position)) throw new Error('cannot be folded');
    if (careful.includes(position)) return undefined;
    said.push(`folded ${position}`);
    const write = Promise.withResolvers<boolean>();
    writes.set(position, write);
    return { written: write.promise };
  },
  apply: async (_, __, { position }) => {
    said.push(`applied ${position}`);
    return true;
  },
};
const open = () => openAhead(applier, client, ({ position }) => said.push(`written ${position}`));

beforeEach(() => {
  [said, writes, careful, broken] = [[], new Map(), [], []];
});

describe('batches that are folded ahead', () => {
  it('are folded while the one before is written, and told of in their order', async () => {
    const ahead = open();
    await ahead.put(part(1));
    const second = ahead.put(part(2));
    expect(said).toEqual(['folded 1', 'folded 2']);
    writes.get(1)?.resolve(true);
    await second;
    writes.get(2)?.resolve(true);
    await ahead.settled();
    expect(said).toEqual(['folded 1', 'folded 2', 'written 1', 'written 2']);
  });

  it.each([
    ['is refused', (write: PromiseWithResolvers<boolean>) => write.reject(new Error('refused'))],
    ['finds the checkpoint elsewhere', (write: PromiseWithResolvers<boolean>) => write.resolve(false)],
  ])('are taken in again, one at a time, where a write %s', async (_, fail) => {
    const ahead = open();
    await ahead.put(part(1));
    const second = ahead.put(part(2));
    const [first, next] = [writes.get(1), writes.get(2)];
    if (!first || !next) throw new Error('nothing is being written');
    fail(first);
    // What stands upon it cannot be written, and nothing is tried again before that is known.
    next.resolve(false);
    await second;
    await ahead.settled();
    expect(said).toEqual(['folded 1', 'folded 2', 'applied 1', 'written 1', 'applied 2', 'written 2']);
  });

  it('wait where a batch wants more care, or cannot be folded', async () => {
    [careful, broken] = [[2], [3]];
    const ahead = open();
    await ahead.put(part(1));
    writes.get(1)?.resolve(true);
    await ahead.put(part(2));
    await ahead.put(part(3));
    expect(said).toEqual(['folded 1', 'written 1', 'applied 2', 'written 2', 'applied 3', 'written 3']);
  });

  it('end where the copy was taken away', async () => {
    const ahead = openAhead({ ...applier, apply: async () => false }, client, () => undefined);
    await ahead.put(part(1));
    writes.get(1)?.resolve(false);
    await expect(ahead.settled()).rejects.toThrow('taken away');
  });
});
