import { afterAll, beforeAll, describe } from 'vitest';
import { describeProtocol } from './protocol/behaviours.ts';
import { openRealTarget, startEmbeddedTarget, type Target } from './targets.ts';

const real = await openRealTarget();

describe('through the vendor’s client', () => {
  let target: Target;
  beforeAll(async () => {
    target = await startEmbeddedTarget();
  });
  afterAll(() => target.stop());
  describeProtocol('the embedded node', () => target.connectionString);
});

describe.skipIf(!real)('through the vendor’s client', () => {
  afterAll(() => real?.stop());
  describeProtocol('a real server', () => real?.connectionString ?? '');
});
