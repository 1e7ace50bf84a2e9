import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from './client.ts';
import { contacts } from './people.ts';
import type { Premises } from './premises.ts';
import { atRest, meter, until, type Work } from './processes.ts';

export const inPerSecond = 20;
export const outPerSecond = 7;
const perSecond = inPerSecond + outPerSecond;

/** The work for each message while contacts and attendants write all the time, in and out counted alike. */
export const steadily = async (
  { pids, simulator }: Premises,
  client: Client,
  seconds: number,
): Promise<Work> => {
  await atRest(client.pid);
  const [received, acknowledged] = [await client.received(), await client.acknowledged()];
  const worked = meter({ client: client.pid, ...pids });
  const writing: Promise<unknown>[] = [];
  const begun = performance.now();
  let written = 0;
  let queued = 0;
  for (let due = 0; due < seconds * perSecond; due++) {
    await pause(Math.max(0, begun + (due * 1000) / perSecond - performance.now()));
    if (queued * perSecond < due * outPerSecond) {
      queued += 1;
      writing.push(client.send(1, 'contacts'));
    } else {
      const from = contacts[written % contacts.length] ?? '';
      written += 1;
      writing.push(simulator.write(from, { to: client.phone, text: `Pedido ${written}` }));
    }
  }
  await Promise.all(writing);
  await until('all are done', async () => {
    const isIn = (await client.received()) - received >= written;
    return isIn && (await client.acknowledged()) - acknowledged >= queued;
  });
  await atRest(client.pid);
  return Object.fromEntries(Object.entries(worked()).map(([name, ms]) => [name, ms / (written + queued)]));
};
