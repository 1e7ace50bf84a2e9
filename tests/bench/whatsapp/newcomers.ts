import { ms, paced, rate, summarise } from '../measure.ts';
import type { Figures } from './compare.ts';
import { openConnection } from './ours.ts';
import { ourPhone } from './people.ts';
import type { Premises } from './premises.ts';
import { atRest, endProcess, meter, until } from './processes.ts';

const perSecond = 20;

type Options = {
  readonly count: number;
  readonly profileInto: string | undefined;
  readonly note: (figures: Figures) => void;
};

/** How long people who write for the first time wait until their message stands in the log. */
export const measureNewcomers = async (premises: Premises, options: Options): Promise<void> => {
  const { simulator, store, pids } = premises;
  const { count, profileInto, note } = options;
  await simulator.post('/phones', { number: ourPhone, name: 'Acme' });
  const numbers = Array.from({ length: count }, (_, n) => String(5531800000000 + n));
  for (const [n, number] of numbers.entries())
    await simulator.post('/contacts', { number, name: `Novo ${n}`, lid: String(30_000_000_000_000 + n) });
  const connector = await premises.startConnector(profileInto ? { profileInto } : {});
  await openConnection(premises);
  await atRest(connector.pid);

  const seenAt = new Map<string, number>();
  const watching = new AbortController();
  const from = await store.head();
  const watch = async () => {
    for await (const { events } of store.subscribe({ after: from, maxBatch: 500, signal: watching.signal }))
      for (const event of events)
        if (event.type === 'MessageReceived') seenAt.set(event.data.waKey.id, performance.now());
  };
  const watched = watch();
  const wroteAt = new Map<string, number>();
  const worked = meter({ client: connector.pid, ...pids });
  const started = performance.now();
  await paced(count, perSecond, async index => {
    const begun = performance.now();
    const id = await simulator.write(numbers[index] ?? '', { to: ourPhone, text: 'Olá, quanto custa?' });
    const written = performance.now();
    wroteAt.set(id, written);
    return written - begun;
  });
  const written = performance.now() - started;
  await until('all have been received', () => [...wroteAt.keys()].every(id => seenAt.has(id)));
  const waits = [...wroteAt].map(([id, at]) => (seenAt.get(id) ?? 0) - at);
  const { p50, p99 } = summarise(waits, written);
  await atRest(connector.pid);
  const { client = 0, ...others } = worked();
  const each = (value: number) => (value / count).toFixed(1);
  note({
    measured: `${count} new contacts, ${rate((count * 1000) / written)}`,
    ours: `p50 ${ms(p50)}, p99 ${ms(p99)}, last ${ms(Math.max(...waits))}`,
    ...{ bare: '-', target: 'all in 3 s', cpu: each(client) },
    others: Object.entries(others)
      .map(([name, value]) => `${name} ${each(value)}`)
      .join(', '),
  });
  watching.abort();
  await watched.catch(() => undefined);
  await endProcess(connector.child);
};
