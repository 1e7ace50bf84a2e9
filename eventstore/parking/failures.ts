import type { PoolClient } from 'pg';
import { isOfTheItem, kindOfFailure } from '#domain/shared/outage.ts';
import { pause } from '../pause.ts';

/** What one event or row has thrown, and all that it wrote is undone. */
export type Failed = { readonly thrown: unknown };

export const isLostRace = (error: unknown): boolean => kindOfFailure(error) === 'race';

/** Whether it is worth looking for the one that fails: the others may well succeed. */
export const isOfSome = (error: unknown): boolean => isOfTheItem(error) || isLostRace(error);

/**
 * Does work within an open transaction: what fails is undone, and the transaction goes on. Throws what concerns all work,
 * such as an outage.
 */
export const failureOf = async (
  client: PoolClient,
  work: () => Promise<void>,
): Promise<Failed | undefined> => {
  await client.query('savepoint handled');
  try {
    await work();
    await client.query('release savepoint handled');
    return undefined;
  } catch (thrown) {
    if (!isOfSome(thrown)) throw thrown;
    await client.query('rollback to savepoint handled');
    return { thrown };
  }
};

const [mostTries, mostRaces] = [3, 5];
const restsMs = [50, 100, 200, 400];
const never = new AbortController().signal;

/** The same some times more, after the first failure; what will never be taken is not tried again. */
export const failureAgain = async (
  client: PoolClient,
  work: () => Promise<void>,
  first: Failed,
): Promise<Failed | undefined> => {
  let last = first;
  for (let tries = 1; tries < (isLostRace(last.thrown) ? mostRaces : mostTries); tries += 1) {
    if (kindOfFailure(last.thrown) === 'refused') return last;
    await pause(restsMs[tries - 1] ?? 0, never);
    const failed = await failureOf(client, work);
    if (!failed) return undefined;
    last = failed;
  }
  return last;
};
