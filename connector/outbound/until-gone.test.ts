import { expect, it } from 'vitest';
import { isCollected } from '#eventstore/testing/collected.ts';
import { untilGone } from './until-gone.ts';

const never = () => new Promise<never>(() => undefined);

it('ends what is waited for with its socket, and what is begun until the next one is there', async () => {
  const { orGone, opened, ended } = untilGone();
  const waiting = [orGone(never()), orGone(never())];
  ended(new Error('the socket has ended'));
  waiting.push(orGone(never()));
  for (const each of waiting) await expect(each).rejects.toThrow('the socket has ended');
  opened();
  expect(await orGone(Promise.resolve('sent'))).toBe('sent');
});

it('keeps nothing of what is done while the socket lasts', async () => {
  const { orGone } = untilGone();
  const sent = async () => new WeakRef(await orGone(Promise.resolve({ text: 'Pedido' })));
  expect(await isCollected(await sent())).toBe(true);
});
