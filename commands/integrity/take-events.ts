import type { PoolClient } from 'pg';
import type { Checkpoint } from '#domain/integrity/events.ts';
import { leafOf } from '#eventstore/integrity/leaf.ts';
import { emptyFrontier, growTree } from '#eventstore/integrity/merkle.ts';
import type { StoredEvent } from '#eventstore/integrity/stored-events.ts';
import { hashOf, readCheckpoint } from './checkpoint.ts';
import { addLeaves, lastLeafIds } from './leaf-rows.ts';
import { type Leaf, saveTrees, type Tree, treesOf } from './tree-rows.ts';

const planted = (companyId: string): Tree => ({
  ...{ companyId, frontier: emptyFrontier, checkpoints: 0, checkpointSize: 0, checkpointHash: null },
  ...{ checkpointAt: null, uncovered: 0 },
});

type Grown = {
  readonly tree: Tree;
  readonly leaves: readonly Leaf[];
  readonly signed: readonly Checkpoint[];
};

/** The tree with some more events of its company, and the checkpoints among them. */
export const grow = (tree: Tree, events: readonly StoredEvent[]): Grown => {
  const growing = growTree(tree.frontier);
  const leaves: Leaf[] = [];
  const signed: Checkpoint[] = [];
  let { checkpoints, checkpointSize, checkpointHash, checkpointAt, uncovered } = tree;
  for (const event of events) {
    const { id, type } = event;
    const hash = leafOf(growing.size() + 1, event);
    growing.add(hash);
    leaves.push({ id, type, hash });
    if (type !== 'CheckpointSigned') {
      uncovered += 1;
      continue;
    }
    checkpoints += 1;
    const checkpoint = readCheckpoint(event.data, { companyId: event.companyId });
    if (!checkpoint) continue;
    signed.push(checkpoint);
    ({ size: checkpointSize, at: checkpointAt } = checkpoint);
    checkpointHash = hashOf(checkpoint);
    // A checkpoint is signed by who has seen the one before it: none lies between its last event and itself.
    uncovered = Math.max(0, growing.size() - 1 - checkpointSize);
  }
  const { companyId } = tree;
  const frontier = growing.frontier();
  const counts = { checkpoints, checkpointSize, checkpointHash, checkpointAt, uncovered };
  return { tree: { companyId, frontier, ...counts }, leaves, signed };
};

/**
 * Puts events into the trees of their companies. Answers the checkpoints among them; their files are to be written
 * before the commit. A company's last event may come once more, as the first of its events here: it is left out.
 */
export const takeEvents = async (
  client: PoolClient,
  events: readonly StoredEvent[],
): Promise<readonly Checkpoint[]> => {
  if (events.length === 0) return [];
  const byCompany = Map.groupBy(events, ({ companyId }) => companyId);
  const trees = await treesOf(client, [...byCompany.keys()]);
  const there = new Map(trees.map(tree => [tree.companyId, tree]));
  const last = await lastLeafIds(
    client,
    trees.map(({ companyId, frontier: { size } }) => ({ companyId, size })),
  );
  const grown = [...byCompany].flatMap(([companyId, all]) => {
    const before = there.get(companyId) ?? planted(companyId);
    const own = all[0]?.id === last.get(companyId) ? all.slice(1) : all;
    return own.length === 0 ? [] : [{ companyId, from: before.frontier.size, ...grow(before, own) }];
  });
  if (grown.length === 0) return [];
  await addLeaves(client, grown);
  await saveTrees(
    client,
    grown.map(({ tree }) => tree),
  );
  return grown.flatMap(({ signed }) => signed);
};
