import type { Claim } from '#domain/claim/claim.ts';
import { claimKey, releaseKey } from '#domain/claim/claim.ts';
import type { ClaimEvent, ClaimKind } from '#domain/claim/events.ts';
import { eventId } from '#eventstore/event-id.ts';
import type { PersonKeys } from '#eventstore/person-keys.ts';
import { type Position, WrongRevision } from '#eventstore/types.ts';
import { type CommandContext, metadataOf, stepOf } from './context.ts';
import type { Folded, StreamStates } from './stream-states.ts';

/** A value that only one owner in a company may hold. */
export type Key = {
  readonly kind: ClaimKind;
  readonly value: string;
  /** Values under which earlier versions took the same: the owner of one of them owns the key, and none of them is taken any more. */
  readonly earlier?: readonly string[];
};

/** The keys that are not among others. */
export const missing = (keys: readonly Key[], from: readonly Key[]): readonly Key[] =>
  keys.filter(key => !from.some(({ kind, value }) => kind === key.kind && value === key.value));

/**
 * What became of the owner of a claim. `never`: not begun yet. `stalled`: ended before it took the claim, so
 * that it is about to begin anew, or was when its process died. `gone`: ended after it took the claim.
 */
export type OwnerState = 'alive' | 'gone' | 'never' | 'stalled';

export type Owners = {
  readonly look: (ownerId: string, claimedAt: Position) => Promise<OwnerState>;
  /**
   * Ends an owner that has not begun, by an event where its next one would stand: whoever was about to begin
   * it cannot any more. Answers false when it has begun in the meantime.
   */
  readonly end: (ownerId: string) => Promise<boolean>;
};

type Owned = { readonly key: Key; readonly ownerId: string };

export type Wanted = Owned & {
  /** Go on with the id of an owner that has not begun, instead of ending it. */
  readonly adopt?: boolean;
  /**
   * Take it anew even if it is this owner's: for an owner that begins a second time. With `by others` not what this
   * command was the last to take.
   */
  readonly renew?: boolean | 'by others';
  /** Nobody had it a moment ago: it is taken without looking again, as long as nobody was quicker. */
  readonly wasFree?: boolean;
};

export type Claims = ReturnType<typeof createClaims>;

const tries = 10;

/**
 * Unique keys of a company: each is a stream of its own, named by a keyed digest, taken before the owner's event that makes it live.
 *
 * Why there are never two living owners: an owner reads its own stream, takes the claim, and only then
 * appends at the revision it has read. The claim goes to another only after the owner is seen ended by an
 * event later than the claim (`gone`), or has been given such an end (`end`). That end bumps the revision,
 * so that the owner's append fails.
 */
export const createClaims = (states: StreamStates<Claim, ClaimEvent>, keys: Pick<PersonKeys, 'digest'>) => {
  const streamOf = (companyId: string, { kind, value }: Key) =>
    states.stream(companyId, `${kind}.${keys.digest(`claim/${kind}/${companyId}`, value)}`);

  const earlierStreams = (companyId: string, { kind, earlier = [] }: Key) =>
    earlier.map(value => streamOf(companyId, { kind, value }));

  const write = async (
    context: CommandContext,
    folded: Folded<Claim>,
    { ownerId, events }: { readonly ownerId: string; readonly events: readonly ClaimEvent[] },
  ): Promise<boolean> => {
    // With the owner: two runs of one command must not take each other's claim for their own.
    const step = stepOf(context, 'claim', String(folded.revision), ownerId).commandId;
    const metadata = metadataOf(context);
    const numbered = events.map((event, index) => ({
      id: eventId(folded.stream, step, index),
      event,
      metadata,
    }));
    try {
      await states.append(folded, numbered);
      return true;
    } catch (error) {
      if (error instanceof WrongRevision) return false;
      throw error;
    }
  };

  /** Who held a key when this process last looked; undefined when nobody did, or it has not looked. */
  const lastOwner = (companyId: string, key: Key): string | undefined => {
    for (const stream of [streamOf(companyId, key), ...earlierStreams(companyId, key)]) {
      const known = states.cached(stream)?.state;
      if (known?.status === 'held') return known.ownerId;
    }
    return undefined;
  };

  /** Who hold a key now, in the order in which they count. */
  const owners = async function* (companyId: string, key: Key): AsyncGenerator<string> {
    for (const stream of [streamOf(companyId, key), ...earlierStreams(companyId, key)]) {
      const { state } = await states.fresh(stream);
      if (state.status === 'held') yield state.ownerId;
    }
  };

  const owner = async (companyId: string, key: Key): Promise<string | undefined> => {
    for await (const ownerId of owners(companyId, key)) return ownerId;
    return undefined;
  };

  /** Who took a key in an earlier version, and lives: another than is asked for. */
  const earlierOwner = async (
    companyId: string,
    { key, ownerId, adopt = false }: Wanted,
    { look, end }: Owners,
  ): Promise<string | undefined> => {
    for (const stream of earlierStreams(companyId, key)) {
      const { state, position } = await states.fresh(stream);
      if (state.status !== 'held' || state.ownerId === ownerId) continue;
      const other = await look(state.ownerId, position);
      if (other === 'alive' || (other === 'never' && adopt)) return state.ownerId;
      // One that has just begun is there.
      if (other !== 'gone' && !(await end(state.ownerId))) return state.ownerId;
    }
    return undefined;
  };

  return {
    /** Who holds a key now, undefined when nobody does. */
    owner,

    /** All who hold it: several where earlier versions took its other forms for keys of their own. */
    owners: (companyId: string, key: Key): Promise<readonly string[]> =>
      Array.fromAsync(owners(companyId, key)),

    lastOwner,

    /**
     * What `look` finds of who holds a key, asked with as little reading as can be: of who held it when this process last
     * looked, then, where that is undefined, of who holds it now (`isNewest`). Nobody else can have taken it while that
     * owner lives and has what is claimed: `look` sees to that.
     */
    ownerThat: async <Found>(
      companyId: string,
      key: Key,
      look: (ownerId: string, isNewest: boolean) => Promise<Found | undefined>,
    ): Promise<Found | undefined> => {
      const last = lastOwner(companyId, key);
      const found = last === undefined ? undefined : await look(last, false);
      if (found !== undefined) return found;
      const ownerId = await owner(companyId, key);
      return ownerId === undefined ? undefined : look(ownerId, true);
    },

    /**
     * Takes a key for an owner and answers who holds it then: that owner, or another who lives (or is
     * adopted).
     */
    take: async (context: CommandContext, wanted: Wanted, owners: Owners): Promise<string> => {
      const { key, ownerId, adopt = false, renew = false, wasFree = false } = wanted;
      const stream = streamOf(context.companyId, key);
      for (let turn = 0; turn < tries; turn += 1) {
        const untried = wasFree && turn === 0;
        const folded = untried ? states.unwritten(stream) : await states.fresh(stream);
        const { state } = folded;
        if (state.status === 'held' && state.ownerId !== ownerId) {
          const other = await owners.look(state.ownerId, folded.position);
          if (other === 'alive' || (other === 'never' && adopt)) return state.ownerId;
          if (other !== 'gone' && !(await owners.end(state.ownerId))) continue;
        }
        const isMine = state.status === 'held' && state.ownerId === ownerId;
        const before = isMine ? undefined : await earlierOwner(context.companyId, wanted, owners);
        if (before !== undefined) return before;
        const anew = renew === 'by others' ? !isLastOf(context, folded) : renew;
        const events = decided(claimKey({ kind: key.kind, ownerId, renew: anew }, state));
        if (events.length === 0 || (await write(context, folded, { ownerId, events }))) return ownerId;
      }
      throw new Error(`a ${key.kind} was fought over ${tries} times`);
    },

    /**
     * Gives a key back, when it is this owner's: one that was taken before a position and not anew since, or one
     * that this command was the last to take.
     */
    release: async (
      context: CommandContext,
      { key, ownerId, taken }: Owned & { readonly taken: 'here' | { readonly before: Position } },
    ): Promise<void> => {
      for (const stream of [streamOf(context.companyId, key), ...earlierStreams(context.companyId, key)])
        for (let turn = 0; turn < tries; turn += 1) {
          const folded = await states.fresh(stream);
          const isMeant = taken === 'here' ? isLastOf(context, folded) : folded.position < taken.before;
          if (!isMeant) break;
          const events = decided(releaseKey({ kind: key.kind, ownerId }, folded.state));
          if (events.length === 0 || (await write(context, folded, { ownerId, events }))) break;
        }
    },
  };
};

/** Whether nobody has written there since this command did. */
const isLastOf = ({ commandId }: CommandContext, { commands, revision }: Folded<Claim>): boolean =>
  commands.get(commandId)?.revision === revision;

/** A claim's decisions are never rejections: who may hold it is asked before. */
const decided = (decision: ReturnType<typeof claimKey>): readonly ClaimEvent[] =>
  'rejected' in decision ? [] : decision;
