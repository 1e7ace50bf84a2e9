import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { streamName } from '#domain/shared/stream.ts';
import { inTransaction } from '#eventstore/database/transaction.ts';
import { growTree } from '#eventstore/integrity/merkle.ts';
import { noStream } from '#eventstore/types.ts';
import { type Archive, openArchive } from './testing/archive.ts';
import { companyId } from './testing/histories.ts';
import { lockProgress, openProgress, treesOf } from './tree-rows.ts';

let archive: Archive;
beforeAll(async () => {
  archive = await openArchive();
});
afterAll(() => archive?.end());

const write = async (count: number): Promise<void> => {
  const id = randomUUID();
  const at = '2026-01-02T03:04:05.678Z';
  const metadata = { companyId, actor: { kind: 'system' }, at, commandId: randomUUID() } as const;
  const data = { contactId: id, name: 'Clara', email: null, queueId: null };
  const event = { type: 'ContactChanged', data } as const;
  const events = Array.from({ length: count }, () => ({ id: randomUUID(), event, metadata, persons: [id] }));
  await archive.store.append(streamName('contact', companyId, id), noStream, events);
};
const treeNow = async () => {
  const [tree] = await treesOf(archive.pool, [companyId]);
  return tree && { ...tree, root: growTree(tree.frontier).root().toString('hex') };
};
/** As an earlier version may have left it. */
const keepAt = async (place: number): Promise<void> => {
  await archive.pool.query('update integrity.progress set position = $1, event_position = null', [place]);
  await inTransaction(archive.pool, client => openProgress(client, archive.stored));
};

it.each([1, 63, 64, 65, 200])('the last of %i events is taken in once when it comes again', async count => {
  await write(count);
  await archive.follow();
  const [tree, head] = [await treeNow(), await archive.store.head()];
  await keepAt(head);
  expect(await lockProgress(archive.pool)).toBeLessThan(head);
  await archive.follow();
  expect(await lockProgress(archive.pool)).toBe(head);
  expect(await treeNow()).toEqual(tree);
  expect(await archive.verify()).toMatchObject({ fault: null, kept: tree?.frontier.size });
});

it('no event is passed by in front of which an earlier version has stood', async () => {
  await write(10);
  await archive.follow();
  const size = (await treeNow())?.frontier.size ?? 0;
  await write(1);
  await keepAt(await archive.store.head());
  await archive.follow();
  expect(await treeNow()).toMatchObject({ frontier: { size: size + 1 } });
  expect(await archive.verify()).toMatchObject({ size: size + 1, kept: size + 1, fault: null });
});
