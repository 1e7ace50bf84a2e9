import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { heapFlags, heaps } from '#start/heaps.ts';
import type { Client } from './client.ts';
import { openConnection } from './ours.ts';
import { addGroup, barePhone, contacts, type Group, ourPhone, write } from './people.ts';
import type { Premises } from './premises.ts';
import { atRest, endProcess, meter, startProcess, until, type Work } from './processes.ts';
import { inPerSecond, outPerSecond, steadily } from './steady.ts';

/** A line of the table. */
export type Figures = {
  readonly measured: string;
  readonly ours: string;
  readonly bare: string;
  readonly target: string;
  readonly cpu: string;
  readonly others: string;
};

type Measured = { readonly perSecond: number; readonly each: Work };

type Options = {
  readonly isSmall: boolean;
  readonly profileInto: string | undefined;
  readonly note: (figures: Figures) => void;
  /** Nothing but the steady rates. */
  readonly onlySteady: boolean;
};

/** Measures the connector and the bare library by turns, so that both meet the machine as it is at the time. */
export const compare = async (premises: Premises, options: Options): Promise<void> => {
  const { isSmall, note, profileInto, onlySteady } = options;
  const ours = await openOurs(premises, profileInto);
  const bare = await openBare(premises);
  const both = async (measure: (client: Client) => Promise<Measured>) => [
    await measure(ours),
    await measure(bare),
  ];
  const size = (whole: number) => (isSmall ? whole / 4 : whole);
  try {
    for (const client of [ours, bare]) {
      await live(premises, client, { total: size(400), to: client });
      await live(premises, client, { total: 40, to: client.group });
      await sending(premises, client, size(200), 'contacts');
      await sending(premises, client, size(200), 'groups');
    }
    const steady = async (client: Client) => ({
      perSecond: inPerSecond + outPerSecond,
      each: await steadily(premises, client, isSmall ? 10 : 30),
    });
    note(line('in 20/s and out 7/s, for 5 ms each', '-', await both(steady)));
    if (onlySteady) return;
    note(
      line(
        'in, all at once',
        '250/s',
        await both(each => waiting(premises, each, { total: size(800), to: each })),
      ),
    );
    note(
      line(
        'in, while they write',
        '250/s',
        await both(each => live(premises, each, { total: size(800), to: each })),
      ),
    );
    note(line('out', '150/s', await both(each => sending(premises, each, size(800), 'contacts'))));
    note(
      line(
        'in, group of 20',
        '-',
        await both(each => waiting(premises, each, { total: size(400), to: each.group })),
      ),
    );
    note(line('out, group of 20', '200/s', await both(each => sending(premises, each, size(800), 'groups'))));
  } finally {
    await ours.end();
    await bare.end();
  }
};

const openOurs = async (premises: Premises, profileInto: string | undefined) => {
  const connector = await premises.startConnector(profileInto ? { profileInto } : {});
  const connection = await openConnection(premises);
  const group = await addGroup(premises.simulator, ourPhone);
  const { received, acknowledged, queue } = connection;
  return {
    ...{ pid: connector.pid, phone: ourPhone, group, received, acknowledged, send: queue },
    end: () => endProcess(connector.child),
  };
};

const told = z.object({ received: z.number(), acknowledged: z.number() });

const openBare = async (premises: Premises) => {
  const file = fileURLToPath(new URL('bare.ts', import.meta.url));
  const env = { SIMULATOR_URL: premises.simulator.url, PHONE: barePhone };
  const { child, pid } = await startProcess(file, env, heapFlags(heaps.connector));
  const group = await addGroup(premises.simulator, barePhone);
  let counts = { received: 0, acknowledged: 0 };
  child.on('message', message => {
    counts = told.parse(message);
  });
  return {
    ...{ pid, phone: barePhone, group },
    received: () => counts.received,
    acknowledged: () => counts.acknowledged,
    send: async (total: number, where: 'contacts' | 'groups') => {
      const jids = where === 'groups' ? [group.jid] : contacts.map(number => `${number}@s.whatsapp.net`);
      child.send({ jids, total });
    },
    end: () => endProcess(child),
  };
};

type Writing = { readonly total: number; readonly to: { readonly phone: string } | Group };

/** Times what `start` causes, until `count` has grown by `total`; and its work, until the client rests. */
const measure = async (
  { pids }: Premises,
  client: Client,
  { total, count, start }: { total: number; count: Client['received']; start: () => Promise<unknown> },
): Promise<Measured> => {
  await atRest(client.pid);
  const before = await count();
  const worked = meter({ client: client.pid, ...pids });
  const begun = performance.now();
  await start();
  await until(`${total} are done`, async () => (await count()) - before >= total);
  const perSecond = (total * 1000) / (performance.now() - begun);
  await atRest(client.pid);
  const each = Object.fromEntries(Object.entries(worked()).map(([name, ms]) => [name, ms / total]));
  return { perSecond, each };
};

/** Contacts write as fast as the simulator can: it and the client share the processors. */
const live = (premises: Premises, client: Client, { total, to }: Writing): Promise<Measured> =>
  measure(premises, client, {
    ...{ total, count: client.received },
    start: () => write(premises.simulator, total, to),
  });

/** The client stands still while they write: then all of it waits at its door. */
const waiting = async (premises: Premises, client: Client, { total, to }: Writing): Promise<Measured> => {
  await atRest(client.pid);
  const goOn = () => process.kill(client.pid, 'SIGCONT');
  process.kill(client.pid, 'SIGSTOP');
  try {
    await write(premises.simulator, total, to);
    return await measure(premises, client, { total, count: client.received, start: async () => goOn() });
  } finally {
    goOn();
  }
};

const sending = (
  premises: Premises,
  client: Client,
  total: number,
  where: 'contacts' | 'groups',
): Promise<Measured> =>
  measure(premises, client, {
    ...{ total, count: client.acknowledged },
    start: () => client.send(total, where),
  });

const line = (measured: string, target: string, [ours, bare]: readonly Measured[]): Figures => {
  const { client: own = 0, ...others } = ours?.each ?? {};
  const ms = (value: number) => value.toFixed(1);
  return {
    ...{ measured, target },
    ours: perSecond(ours),
    bare: perSecond(bare),
    cpu: `${ms(own)} / ${ms(bare?.each.client ?? 0)}`,
    others: Object.entries(others)
      .map(([name, value]) => `${name} ${ms(value)}`)
      .join(', '),
  };
};

const perSecond = (measured: Measured | undefined) => `${Math.round(measured?.perSecond ?? 0)}/s`;
