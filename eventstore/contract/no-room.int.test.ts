import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEventStore } from '../client.ts';
import { type EmbeddedNode, startEmbeddedNode } from '../embedded/server.ts';
import { memoryPersonKeys } from '../person-keys.ts';
import type { EventStore } from '../types.ts';
import { openRig, type Rig } from './protocol/rig.ts';

const disk = mkdtempSync(join(tmpdir(), 'eventstore-disk-'));
const { status, stderr, error } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', disk]);
if (status !== 0)
  process.stderr.write(
    `no room: left out, it needs the right to mount a tmpfs (run it as root): ${error?.message ?? stderr}\n`,
  );

describe.skipIf(status !== 0)('a node without room (a small disk can be mounted here)', () => {
  const filling = join(disk, 'filling');
  let node: EmbeddedNode;
  let store: EventStore;
  let rig: Rig;
  beforeAll(async () => {
    node = await startEmbeddedNode({ file: join(disk, 'log.db') });
    store = openEventStore({ connectionString: node.url, keys: memoryPersonKeys() });
    rig = openRig(node.url);
  });
  afterAll(async () => {
    await Promise.all([store.close(), rig.close()]);
    await node.close();
    spawnSync('umount', [disk]);
    rmSync(disk, { recursive: true });
  });

  it('says so to those who ask for one that takes events, and to nobody else, until there is room', async () => {
    expect(await store.head('leader')).toBe(0);
    const { bavail, bsize } = statfsSync(disk);
    writeFileSync(filling, Buffer.alloc(bavail * bsize));
    await expect(store.head('leader')).rejects.toThrow('disk is full');
    expect(await store.head()).toBe(0);
    rmSync(filling);
    expect(await store.head('leader')).toBe(0);
  });
});
