import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Collects all garbage there is. Then tells whether what the reference means was some of it. */
export const isCollected = async (reference: WeakRef<object>): Promise<boolean> => {
  await collectGarbage(() => reference.deref() === undefined);
  return reference.deref() === undefined;
};

/** Collects all garbage there is, in several turns, or until what is looked for was collected. */
export const collectGarbage = async (isDone: () => boolean = () => false): Promise<void> => {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  for (let turn = 0; turn < turns && !isDone(); turn += 1) {
    // What was looked at in this turn stays until the next.
    await nextTurn();
    if (typeof collect === 'function') collect();
  }
};

const turns = 5;
