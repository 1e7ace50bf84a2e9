import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Collects all garbage there is. Then tells whether what the reference means was some of it. */
export const isCollected = async (reference: WeakRef<object>): Promise<boolean> => {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  for (let turn = 0; turn < turns; turn += 1) {
    // What was looked at in this turn stays until the next.
    await nextTurn();
    if (typeof collect === 'function') collect();
    if (reference.deref() === undefined) return true;
  }
  return false;
};

const turns = 5;
