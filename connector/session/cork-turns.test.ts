import { Duplex } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { corkTurns } from './cork-turns.ts';

const open = () => {
  const left: string[] = [];
  const stream = new Duplex({
    read: () => undefined,
    writev: (chunks, done) => {
      left.push(chunks.map(({ chunk }) => String(chunk)).join(' '));
      done();
    },
  });
  corkTurns(stream);
  return { stream, left };
};

it('lets what is written in one turn leave together, in order, and tells each of it', async () => {
  const { stream, left } = open();
  const told: string[] = [];
  const write = (text: string) => stream.write(text, () => void told.push(text));
  write('a');
  // As the WebSocket library does for a header and its content.
  stream.cork();
  write('b');
  stream.uncork();
  await Promise.resolve();
  write('c');
  expect(left).toEqual([]);
  await nextTurn();
  expect([left, told]).toEqual([['a b c'], ['a', 'b', 'c']]);
  write('d');
  await nextTurn();
  expect(left).toEqual(['a b c', 'd']);
});

it('lets what waits leave before the connection is ended', async () => {
  const { stream, left } = open();
  stream.write('a');
  stream.end();
  await nextTurn();
  expect(left).toEqual(['a']);
});

it('is quiet about a connection that is gone by the end of the turn', async () => {
  const { stream, left } = open();
  stream.on('error', () => undefined);
  stream.write('a');
  stream.destroy();
  await nextTurn();
  expect(left).toEqual([]);
});
