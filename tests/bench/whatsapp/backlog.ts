import { once } from 'node:events';
import { z } from 'zod';
import { ms, rate } from '../measure.ts';
import type { Figures } from './compare.ts';
import { openConnection } from './ours.ts';
import { addPeople, contacts, ourPhone, write } from './people.ts';
import type { Premises } from './premises.ts';
import { atRest, endProcess, meter, type Started, until } from './processes.ts';

type Options = { readonly messages: number; readonly note: (figures: Figures) => void };

const told = z.object({ heapAndExternal: z.number() });
const mb = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MB`;

const mostMsEach = 50;

/**
 * Many messages wait when a connector starts; half of them taken in, it is killed, and another goes on. What the
 * connectors' memory held at most, and whether the log has each message once and in its contact's order.
 */
export const measureBacklog = async (premises: Premises, { messages, note }: Options): Promise<void> => {
  const { simulator, pool } = premises;
  await addPeople(simulator);
  const first = await premises.startConnector();
  const { received, connectionId } = await openConnection(premises);
  await write(simulator, contacts.length, { phone: ourPhone });
  await until('they are known', async () => (await received()) >= contacts.length);
  await atRest(first.pid);
  await endProcess(first.child);
  await write(simulator, messages, { phone: ourPhone });

  const begun = performance.now();
  const most: number[] = [];
  const watch = async () => {
    const started = await premises.startConnector({ tellMemory: true });
    const at = most.push(0) - 1;
    started.child.on('message', message => {
      const { data } = told.safeParse(message);
      most[at] = Math.max(most[at] ?? 0, data?.heapAndExternal ?? 0);
    });
    return started;
  };
  const killed = await watch();
  const patience = 60_000 + messages * mostMsEach;
  await until('half of them are received', async () => (await received()) >= messages / 2, patience);
  const half = performance.now() - begun;
  await kill(killed);
  await pool.query('update connector.session set lease_until = now() where connection_id = $1', [
    connectionId,
  ]);
  const last = await watch();
  const worked = meter({ client: last.pid, ...premises.pids });
  const allReceived = async () => {
    if (last.child.exitCode !== null) throw new Error('the second connector has ended');
    return (await received()) >= messages + contacts.length;
  };
  await until('all are received', allReceived, patience);
  const perSecond = (messages * 1000) / (performance.now() - begun);
  await atRest(last.pid);
  const { client = 0, ...others } = worked();
  const each = (value: number) => (value / (messages / 2)).toFixed(1);
  note({
    measured: `${messages} at once, killed after ${ms(half)}`,
    ours: `${rate(perSecond)}, heap and external ${most.map(mb).join(' and ')}, ${await reckon(premises, messages)}`,
    ...{ bare: '-', target: 'under 150 MB', cpu: each(client) },
    others: Object.entries(others)
      .map(([name, value]) => `${name} ${each(value)}`)
      .join(', '),
  });
  await endProcess(last.child);
};

const kill = async ({ child }: Started) => {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
};

/** Contacts number what they write: each number must stand in the log once, after the smaller ones of its contact. */
const reckon = async ({ store }: Premises, messages: number): Promise<string> => {
  const found = new Set<string>();
  const newest = new Map<string, number>();
  let wrong = 0;
  const reading = new AbortController();
  for await (const { events, live } of store.subscribe({ maxBatch: 500, signal: reading.signal })) {
    for (const event of events) {
      if (event.type !== 'MessageReceived') continue;
      const { body, waKey } = event.data;
      const number = Number(/\d+$/.exec(body)?.[0]);
      const before = newest.get(waKey.remoteJid) ?? -1;
      if (found.has(waKey.id) || (number < before && found.size >= contacts.length)) wrong += 1;
      newest.set(waKey.remoteJid, number);
      found.add(waKey.id);
      if (found.size === contacts.length) newest.clear();
    }
    if (live) break;
  }
  return `${found.size - contacts.length} of ${messages} in the log, ${wrong} doubled or out of order`;
};
