import { randomUUID } from 'node:crypto';
import type { Checkpoint } from '#domain/integrity/events.ts';
import { leafOf } from '#eventstore/integrity/leaf.ts';
import { growTree } from '#eventstore/integrity/merkle.ts';
import type { StoredEvent } from '#eventstore/integrity/stored-events.ts';
import { signingKeyOf } from '#eventstore/person-keys/signing-key.ts';
import { hashOf, signCheckpoint } from '../checkpoint.ts';
import type { Leaf } from '../tree-rows.ts';
import { verifyHistory } from '../verify-history.ts';

export const companyId = randomUUID();
export const at = '2026-01-02T03:04:05.678Z';
export const keyOf = (byte: number) => signingKeyOf(Buffer.alloc(32, byte));

export const noted = (n: number, text = `text ${n}`): StoredEvent => ({
  ...{ id: randomUUID(), companyId, category: 'ticket', entityId: 'one', stream: `ticket-${companyId}.one` },
  ...{ revision: n, position: (n + 1) * 128, type: 'Noted', metadata: { at } },
  ...{ data: Buffer.from(JSON.stringify({ text })), metadataBytes: Buffer.from(JSON.stringify({ at })) },
});

export const leavesOf = (events: readonly StoredEvent[]): readonly Leaf[] =>
  events.map((event, index) => ({ id: event.id, type: event.type, hash: leafOf(index + 1, event) }));

/** Checkpoints over the first so many events, each naming the one before. */
export const signAt = (
  events: readonly StoredEvent[],
  sizes: readonly number[],
  key = keyOf(1),
): readonly Checkpoint[] => {
  const tree = growTree();
  const signed: Checkpoint[] = [];
  for (const { hash } of leavesOf(events)) {
    tree.add(hash);
    if (!sizes.includes(tree.size())) continue;
    const last = signed.at(-1);
    const what = { companyId, size: tree.size(), root: tree.root().toString('hex'), at };
    signed.push(signCheckpoint({ ...what, previous: last ? hashOf(last) : null }, key));
  }
  return signed;
};

/** In pages, as they are read. */
export async function* paged<Item>(items: readonly Item[], size = 7): AsyncGenerator<readonly Item[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size);
}

export type Evidence = {
  readonly kept?: readonly Leaf[];
  readonly inLog?: readonly Checkpoint[];
  readonly outside?: readonly Checkpoint[];
  readonly damagedLines?: number;
  readonly publicKey?: string;
  readonly mustBeOutside?: number;
};

/** Verifies what a store says, which may lie, by what else there is. */
export const verifyAgainst = async (events: readonly StoredEvent[], evidence: Evidence) => {
  const { kept = [], inLog = [], outside = [], damagedLines = 0, publicKey, mustBeOutside } = evidence;
  const given = { companyId, inLog, outside, damagedLines, publicKey, mustBeOutside };
  return (await verifyHistory({ events: paged(events), leaves: paged(kept, 5), checkpoints: given })).report;
};
