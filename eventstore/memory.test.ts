import { expect, it } from 'vitest';
import { describeEventStore } from './contract/behaviours.ts';
import { openMemoryStore } from './memory.ts';
import { StoreUnavailable } from './types.ts';

const store = openMemoryStore();
describeEventStore('an event store in memory', () => store);

it('answers nothing any more once it is closed', async () => {
  const closing = openMemoryStore();
  await closing.close();
  await expect(closing.head()).rejects.toBeInstanceOf(StoreUnavailable);
});
