import { setTimeout as pause } from 'node:timers/promises';
import type { Claims, Key, Owners } from './claims.ts';
import type { CommandContext } from './context.ts';

/** How long somebody who has a place and has not begun is waited for. */
const beginningMs = 50;

type Wanted = {
  readonly places: readonly Key[];
  readonly ownerId: string;
  readonly owners: Owners;
  /** Who may be there without a place, from before there were any: each is given one first. */
  readonly existing?: readonly string[] | undefined;
};

/**
 * Takes one of the places that a company has, and answers which; undefined when others who live have all of them. The
 * place of one that is gone is taken over; of one that has not begun only when it does not begin within a moment.
 */
export const takePlace = async (
  claims: Claims,
  context: CommandContext,
  { places, ownerId, owners, existing = [] }: Wanted,
): Promise<Key | undefined> => {
  const holders = await Promise.all(places.map(key => claims.owner(context.companyId, key)));
  const own = places[holders.indexOf(ownerId)];
  if (own) return own;
  for (const other of existing) {
    if (holders.includes(other) || (await owners.look(other, 0)) !== 'alive') continue;
    if (!(await takePlace(claims, context, { places, ownerId: other, owners }))) return undefined;
  }
  const isFree = (_: Key, index: number) => holders[index] === undefined;
  const inTurn = [...places.filter(isFree), ...places.filter((key, index) => !isFree(key, index))];
  for (const adopt of [true, false]) {
    for (const key of inTurn)
      if ((await claims.take(context, { key, ownerId, adopt }, owners)) === ownerId) return key;
    if (adopt) await pause(beginningMs);
  }
  return undefined;
};
