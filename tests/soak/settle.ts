import { setTimeout as pause } from 'node:timers/promises';
import { ticketsNow } from './reckoning.ts';
import type { Scene } from './scene.ts';
import type { Screen } from './screen.ts';
import { wroteInAll } from './talk.ts';
import { askLedger, type LedgerSays } from './witnesses.ts';

const lookEveryMs = 1_000;
const patienceMs = 90_000;

/** Waits until nothing is left, or nothing has moved for so long that it is stuck: the reckoning says which. */
export const untilStill = async (
  left: () => number | Promise<number>,
  everyMs = lookEveryMs,
): Promise<void> => {
  let [least, movedAt] = [Number.POSITIVE_INFINITY, Date.now()];
  while (Date.now() - movedAt < patienceMs) {
    const now = await countOf(left, least);
    if (now === 0) return;
    if (now < least) [least, movedAt] = [now, Date.now()];
    await pause(everyMs);
  }
};

const countOf = async (left: () => number | Promise<number>, otherwise: number): Promise<number> => {
  try {
    return await left();
  } catch {
    return otherwise;
  }
};

const undelivered = `
  select count(*)::int as n from inbox.message
  where from_me and body like 'out %' and state in ('queued', 'unknown', 'sent')`;

/** Waits for what is under way: in the connector, in the read model, to the phones, to the sockets. */
export const settle = async (scene: Scene, screens: readonly Screen[], before: LedgerSays): Promise<void> => {
  const [written, answered] = [wroteInAll(scene.chats, 'in'), wroteInAll(scene.chats, 'out')];
  await untilStill(async () => {
    const { shown, waiting, toSend } = await askLedger(scene);
    return Math.max(0, before.shown + written - shown) + waiting + toSend;
  });
  await untilStill(async () => {
    const text = `select count(*)::int as n from inbox.message where body ~ '^(in|out) \\d+: '`;
    const [there, late] = [
      await scene.pool.query<{ n: number }>(text),
      await scene.pool.query<{ n: number }>(undelivered),
    ];
    return Math.max(0, written + answered - (there.rows[0]?.n ?? 0)) + (late.rows[0]?.n ?? 0);
  });
  await untilStill(async () => {
    const truth = await ticketsNow(scene);
    return screens.reduce((sum, { memory }) => sum + memory.faults([], truth).length, 0);
  });
};
