import { createServer } from 'node:http';
import { Duplex } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { paceEnding } from './endings.ts';
import { createTurns } from './turns.ts';

const openStream = (onTakenDown: () => void): Duplex => {
  const stream = new Duplex({ read: () => {}, write: (_chunk, _kind, done) => done(), allowHalfOpen: true });
  stream.on('end', onTakenDown);
  stream.resume();
  return stream;
};
const endOf = (stream: Duplex): void => {
  stream.push(null);
};

it('notifies of thousands that end in one moment at once, and takes them down a few in each turn', async () => {
  let clock = 0;
  const inTurn = createTurns(createServer(), () => clock);
  let [ended, down] = [0, 0];
  const streams = Array.from({ length: 2_000 }, () =>
    openStream(() => {
      clock += 0.1;
      down += 1;
    }),
  );
  const onEnd = () => {
    ended += 1;
  };
  for (const stream of streams) paceEnding(stream, inTurn, onEnd);
  for (const stream of streams) endOf(stream);
  await setImmediate();
  expect(ended).toBe(streams.length);
  expect(down).toBeLessThan(100);
  let most = 0;
  for (let before = down; down < streams.length; before = down) {
    await setImmediate();
    most = Math.max(most, down - before);
  }
  expect(most).toBeLessThan(100);
});

it('leaves alone what was destroyed while it waited', async () => {
  const inTurn = createTurns(createServer());
  const down: string[] = [];
  const [gone, last] = [openStream(() => down.push('gone')), openStream(() => down.push('last'))];
  for (const stream of [gone, last]) {
    paceEnding(stream, inTurn, () => stream === gone && gone.destroy());
    endOf(stream);
  }
  await expect.poll(() => down).toEqual(['last']);
});
