import { setInterval as ticks } from 'node:timers/promises';
import { plainCaller } from '../bench/http.ts';
import { endOnSignal } from './end-on-signal.ts';
import { followMessages } from './followers.ts';
import { createReader } from './heard.ts';
import { type KeyFigures, readKeyFigures } from './key-figures.ts';
import { killInTurn } from './kills.ts';
import type { LoadOptions } from './options.ts';
import { type Reckoned, reckon } from './reckoning.ts';
import { openSampling, type Sample } from './samples.ts';
import { openScene, type Scene } from './scene.ts';
import { openScreen, type Screen } from './screen.ts';
import { settle, untilStill } from './settle.ts';
import { leftOut } from './stores.ts';
import { keyTable, summary, tables } from './table.ts';
import { wroteInAll } from './talk.ts';
import { createTimes, type Times, tenths } from './times.ts';
import { runTraffic } from './traffic.ts';
import { askLedger } from './witnesses.ts';

export type LoadOutcome = {
  readonly reckoned: readonly Reckoned[];
  readonly tables: readonly string[];
  readonly samples: readonly Sample[];
  readonly keys: { readonly start: KeyFigures; readonly end: KeyFigures };
};

const sampleMs = 30_000;
const listMs = 1_000;
/** Access tokens are good for fifteen minutes: one renewal may fail, as while a process is killed. */
const renewMs = 300_000;

/** Puts messages on a product of its own for so many minutes and reckons what became of them; leaves nothing behind. */
export const runLoad = async (options: LoadOptions, say: (line: string) => void): Promise<LoadOutcome> => {
  const durationMs = options.minutes * 60_000;
  const scene = await openScene(options);
  const forget = endOnSignal(scene.product);
  const times = createTimes(durationMs);
  const screens = openScreens(scene, options, times);
  const stopFollowing = followMessages(scene, times);
  try {
    await Promise.all(screens.map(({ ready }) => ready));
    say(`${scene.chats.length} chats and ${screens.length} sockets are open`);
    // What opened the chats is counted a moment after it is shown.
    await untilStill(async () => (await askLedger(scene)).waiting, 100);
    const before = await askLedger(scene);
    const keysBefore = await readKeyFigures(scene);
    const written = () => wroteInAll(scene.chats, 'in') + wroteInAll(scene.chats, 'out');
    const sayHowFar = async (n: number) => {
      const seconds = ((n + 1) * durationMs) / tenths / 1000;
      say(`${Math.round(seconds)} s: ${written()} messages are written`);
    };
    const sampling = openSampling(scene, written);
    const ending = new AbortController();
    const beside = Promise.all([
      every(Math.min(sampleMs, durationMs / tenths), sampling.take, ending.signal),
      every(listMs, n => askForList(scene, n, times), ending.signal),
      every(durationMs / tenths, sayHowFar, ending.signal),
      every(renewMs, () => renewTokens(scene, screens), ending.signal),
    ]);
    const kills = options.kills ? killInTurn(scene.product, options.stores, { durationMs, say }) : undefined;
    await sampling.take();
    await Promise.all([runTraffic(scene, options, times), kills]).finally(() => ending.abort());
    await sampling.take();
    await beside;
    say('all is written; waiting until it has arrived');
    await settle(scene, screens, before);
    const keys = { start: keysBefore, end: await readKeyFigures(scene) };
    const reckoned = await reckon(scene, screens, before);
    const printed = [
      ...tables(times, sampling.samples, durationMs),
      keyTable(keys.start, keys.end),
      summary(times, sampling.samples, durationMs),
      ...leftOut(options.stores),
    ];
    return { reckoned, tables: printed, samples: sampling.samples, keys };
  } finally {
    for (const screen of screens) screen.close();
    await stopFollowing();
    await scene.end();
    forget();
  }
};

/** The attendants' own sockets and the further ones, which are theirs, too; each has some conversation open. */
const openScreens = (scene: Scene, options: LoadOptions, times: Times): readonly Screen[] => {
  const total = options.attendants + options.further;
  const read = createReader();
  return Array.from({ length: total }, (_, n) => {
    const attendant = scene.attendants[n % scene.attendants.length];
    // What is sent to all comes here last.
    const isLast = n === total - 1;
    return openScreen({
      url: scene.product.url,
      token: () => attendant?.token() ?? '',
      read,
      conversation: scene.chats[n % scene.chats.length]?.ticketId,
      ...(isLast
        ? {
            onHeard: heard => {
              if (heard.kind === 'new' && heard.direction === 'in') times.arrived('in → frame', heard.n);
            },
          }
        : {}),
    });
  });
};

/** What nobody waits for: it goes on when a call fails, as while a process is killed. */
const every = async (
  intervalMs: number,
  work: (n: number) => Promise<void>,
  signal: AbortSignal,
): Promise<void> => {
  let n = 0;
  try {
    for await (const _ of ticks(intervalMs, undefined, { signal })) await work(n++).catch(() => {});
  } catch (error) {
    if (!signal.aborted) throw error;
  }
};

/** Attendants in turn ask for the first page of what waits. */
const askForList = async ({ product, attendants }: Scene, n: number, times: Times): Promise<void> => {
  const attendant = attendants[n % attendants.length];
  const plain = plainCaller(product.url, () => attendant?.token() ?? '', 1);
  const begunAt = performance.now();
  try {
    const { status } = await plain.call('GET', '/tickets?status=open');
    if (status === 200) times.note('list', begunAt);
  } finally {
    plain.close();
  }
};

const renewTokens = async ({ admin, attendants }: Scene, screens: readonly Screen[]): Promise<void> => {
  await Promise.all([admin, ...attendants].map(caller => caller.renew()));
  for (const [n, screen] of screens.entries()) {
    const token = attendants[n % attendants.length]?.token();
    if (token) screen.say({ event: 'token', token });
  }
};
