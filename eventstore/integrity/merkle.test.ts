import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { growTree, leafHash } from './merkle.ts';

const sha256 = (...parts: readonly Uint8Array[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** Section 2.1 of RFC 6962, word by word. */
const obviousRoot = (leaves: readonly Uint8Array[]): Buffer => {
  if (leaves.length === 0) return sha256();
  const [only] = leaves;
  if (leaves.length === 1 && only) return sha256(Buffer.of(0), only);
  let k = 1;
  while (k * 2 < leaves.length) k *= 2;
  return sha256(Buffer.of(1), obviousRoot(leaves.slice(0, k)), obviousRoot(leaves.slice(k)));
};

const treeOf = (leaves: readonly Uint8Array[]) => {
  const tree = growTree();
  for (const leaf of leaves) tree.add(leafHash(leaf));
  return tree;
};

const leaves = fc.array(fc.uint8Array({ maxLength: 12 }), { maxLength: 70 });

/** The leaves and roots that implementations of certificate transparency are tested with. */
const known = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
];
const knownRoots = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];

describe('the tree that grows leaf by leaf', () => {
  it('has the roots of RFC 6962', () => {
    const all = known.map(hex => Buffer.from(hex, 'hex'));
    expect(
      all.map((_, n) =>
        treeOf(all.slice(0, n + 1))
          .root()
          .toString('hex'),
      ),
    ).toEqual(knownRoots);
    expect(growTree().root()).toEqual(sha256());
  });

  it('has the root of the tree that is built at once', () => {
    fc.assert(fc.property(leaves, all => treeOf(all).root().equals(obviousRoot(all))));
  });

  it('goes on from a frontier as if it had never stopped', () => {
    fc.assert(
      fc.property(leaves, fc.nat(70), (all, at) => {
        const rest = growTree(treeOf(all.slice(0, at)).frontier());
        for (const leaf of all.slice(at)) rest.add(leafHash(leaf));
        return rest.size() === all.length && rest.root().equals(obviousRoot(all));
      }),
    );
  });

  it('has another root when a leaf is changed, removed, inserted or moved', () => {
    fc.assert(
      fc.property(leaves, fc.nat(), fc.nat(), (all, one, other) => {
        if (all.length < 2) return;
        const [a, b] = [one % all.length, other % all.length];
        const root = treeOf(all).root();
        const changed = all.with(a, Buffer.concat([all[a] ?? Buffer.of(), Buffer.of(1)]));
        const swapped = all.with(a, all[b] ?? Buffer.of()).with(b, all[a] ?? Buffer.of());
        expect(treeOf(changed).root()).not.toEqual(root);
        expect(treeOf(all.toSpliced(a, 1)).root()).not.toEqual(root);
        expect(treeOf(all.toSpliced(a, 0, Buffer.of(7))).root()).not.toEqual(root);
        if (!Buffer.from(all[a] ?? []).equals(Buffer.from(all[b] ?? [])))
          expect(treeOf(swapped).root()).not.toEqual(root);
      }),
    );
  });
});
