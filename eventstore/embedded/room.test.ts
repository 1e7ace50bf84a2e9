import { expect, it } from 'vitest';
import { createRoom } from './room.ts';

const megabyte = 1024 * 1024;

it('is full where hardly anything is free, and after a write that found no room until there is some', () => {
  let free = 100 * megabyte;
  const room = createRoom(() => free);
  expect(room.isFull()).toBe(false);
  free = 1_000;
  expect(room.isFull()).toBe(true);
  free = megabyte;
  expect(room.isFull()).toBe(false);
  room.answered({ kind: 'failed', message: 'the log is damaged' });
  expect(room.isFull()).toBe(false);
  room.answered({ kind: 'failed', message: 'database or disk is full' });
  expect(room.isFull()).toBe(true);
  free = 100 * megabyte;
  expect(room.isFull()).toBe(false);
  free = megabyte;
  room.answered({ kind: 'done', revision: 0, position: 1 });
  expect(room.isFull()).toBe(false);
});
