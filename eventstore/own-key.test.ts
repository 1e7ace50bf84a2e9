import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { ownKey } from './own-key.ts';
import { memoryPersonKeys } from './person-keys.ts';

const companyId = randomUUID();

it('the key of a company is the one that it has written with', async () => {
  const keys = memoryPersonKeys();
  const made = (await keys.forWriting(companyId, [companyId])).get(companyId);
  expect(await ownKey(keys, companyId)).toBe(made);
});

it('there is none once it was destroyed', async () => {
  const keys = memoryPersonKeys();
  await keys.forWriting(companyId, [companyId]);
  await keys.destroy(companyId, [companyId]);
  expect(await ownKey(keys, companyId)).toBeUndefined();
});

it('one that is missing is named, and no other is made in its place', async () => {
  const keys = memoryPersonKeys();
  await expect(ownKey(keys, companyId)).rejects.toMatchObject({
    name: 'UnreadableEvent',
    missing: [companyId],
  });
  expect((await keys.forReading([companyId])).has(companyId)).toBe(false);
});
