import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fragment, openBatch } from './protocol/fragments.ts';
import { newStream, openRig, type Rig } from './protocol/rig.ts';
import { startEmbeddedTarget, type Target } from './targets.ts';

/**
 * What the embedded node promises of the shared append call beyond what every server does: one of the vendor ends a
 * call whose caller has closed his side after its next answer, or never when nothing is pending.
 */
describe('the shared append call of the embedded node', () => {
  let target: Target;
  let rig: Rig;
  let stream: string;
  beforeAll(async () => {
    target = await startEmbeddedTarget();
    rig = openRig(target.connectionString);
  });
  afterAll(async () => {
    await rig.close();
    await target.stop();
  });
  beforeEach(() => {
    stream = newStream();
  });

  it('answers what was sent before the caller closed his side, and then ends', async () => {
    const batch = openBatch(rig);
    const ids = Array.from({ length: 20 }, () => randomUUID());
    for (const correlationId of ids) batch.send(fragment({ correlationId, stream: newStream() }));
    batch.end();
    for (const correlationId of ids) expect(await batch.next()).toMatchObject({ correlationId, revision: 0 });
    expect(await batch.next()).toBeUndefined();
  });

  it('ends when nothing is pending', async () => {
    const batch = openBatch(rig);
    const correlationId = randomUUID();
    batch.send(fragment({ correlationId, stream }));
    expect(await batch.next()).toMatchObject({ correlationId });
    batch.end();
    expect(await batch.next()).toBeUndefined();
  });

  it('ends when all that is left was answered as late', async () => {
    const batch = openBatch(rig);
    const correlationId = randomUUID();
    const deadline = new Date(Date.now() + 50);
    batch.send(fragment({ correlationId, stream, deadline, final: false }));
    expect(await batch.next()).toMatchObject({ correlationId, error: 'Timeout' });
    batch.end();
    expect(await batch.next()).toBeUndefined();
  });

  it('refuses what unfinished appends hold beyond a bound, each alone', async () => {
    const batch = openBatch(rig);
    const deadline = new Date(Date.now() + 60_000);
    // Nearly as large as each may be: what the events take beside their bytes makes the last one too much.
    const large = { data: '{}', metadata: 'x'.repeat(512 * 1024 - 50), events: 2, deadline };
    const ids = Array.from({ length: 64 }, () => randomUUID());
    for (const correlationId of ids) {
      batch.send(fragment({ correlationId, stream: newStream(), final: false, ...large }));
    }
    expect(await batch.next()).toMatchObject({ correlationId: ids[63], error: 'BadRequest' });
    batch.send(fragment({ correlationId: ids[0] ?? '' }));
    expect(await batch.next()).toMatchObject({ correlationId: ids[0], revision: 2 });
    await batch.leave();
  });
});
