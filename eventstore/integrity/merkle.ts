import { createHash } from 'node:crypto';

/*
 * Merkle trees as RFC 6962 (and RFC 9162) hash them: a leaf is SHA-256 of 0x00 and its bytes, a node of 0x01 and its two
 * children. The prefixes keep a node from being passed off as a leaf.
 */

export const hashLength = 32;

const leafPrefix = Buffer.of(0);
const nodePrefix = Buffer.of(1);

export const leafHash = (bytes: Uint8Array): Buffer =>
  createHash('sha256').update(leafPrefix).update(bytes).digest();

const nodeHash = (left: Uint8Array, right: Uint8Array): Buffer =>
  createHash('sha256').update(nodePrefix).update(left).update(right).digest();

/** Of a tree without leaves. */
const emptyRoot = createHash('sha256').digest();

/** All that is needed to go on: the roots of the perfect subtrees that the leaves fall into, the largest first. */
export type Frontier = { readonly size: number; readonly roots: readonly Uint8Array[] };

export const emptyFrontier: Frontier = { size: 0, roots: [] };

export type GrowingTree = {
  readonly add: (leaf: Uint8Array) => void;
  readonly size: () => number;
  readonly root: () => Buffer;
  readonly frontier: () => Frontier;
};

/** A tree that leaves are added to, from a frontier on: one hash for each leaf on average, a few dozen hashes held. */
export const growTree = (from: Frontier = emptyFrontier): GrowingTree => {
  const roots = [...from.roots];
  let size = from.size;
  return {
    add: leaf => {
      let hash = leaf;
      for (let carry = size; carry % 2 === 1; carry = Math.floor(carry / 2)) {
        const left = roots.pop();
        if (!left) throw new Error('the frontier of the tree does not fit its size');
        hash = nodeHash(left, hash);
      }
      roots.push(hash);
      size += 1;
    },
    size: () => size,
    root: () => {
      const [last, ...before] = roots.toReversed();
      return Buffer.from(before.reduce((right, left) => nodeHash(left, right), last ?? emptyRoot));
    },
    frontier: () => ({ size, roots: [...roots] }),
  };
};
