import { createHash } from 'node:crypto';
import type { Claim } from '#domain/claim/claim.ts';
import { claimKey, releaseKey } from '#domain/claim/claim.ts';
import type { ClaimEvent, ClaimKind } from '#domain/claim/events.ts';
import { eventId } from '#eventstore/event-id.ts';
import { WrongRevision } from '#eventstore/types.ts';
import { type CommandContext, metadataOf, stepOf } from './context.ts';
import type { Folded, StreamStates } from './stream-states.ts';

/** A value that only one owner in a company may hold. */
export type Key = { readonly kind: ClaimKind; readonly value: string };

/** What became of the owner of a claim: it lives, it is gone for good or for now, or it was never written. */
export type OwnerState = 'alive' | 'gone' | 'never';

export type Owners = {
  readonly look: (ownerId: string) => Promise<OwnerState>;
  /**
   * Makes sure that an owner who never came to be never will: writes its end where its first event would stand.
   * Answers false when it came to be in the meantime. Without it such an owner keeps the claim, and whoever meets
   * it goes on with that owner's id.
   */
  readonly fence?: (ownerId: string) => Promise<boolean>;
};

export type Claims = ReturnType<typeof createClaims>;

const tries = 10;

/**
 * Unique keys of a company: each is a stream of its own, taken before the owner's first append. Taking what is one's
 * own already, and giving back what is not, does nothing.
 */
export const createClaims = (states: StreamStates<Claim, ClaimEvent>) => {
  const streamOf = (companyId: string, { kind, value }: Key) =>
    states.stream(companyId, `${kind}.${createHash('sha256').update(value).digest('hex')}`);

  const write = async (
    context: CommandContext,
    folded: Folded<Claim>,
    events: readonly ClaimEvent[],
  ): Promise<boolean> => {
    const step = stepOf(context, 'claim', String(folded.revision)).commandId;
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

  /** Moves a claim from an owner seen dead, and back when it turned out to live after all. */
  const takeOver = async (
    context: CommandContext,
    folded: Folded<Claim>,
    claim: { kind: ClaimKind; ownerId: string; from: string },
    owners: Owners,
  ): Promise<boolean> => {
    const events = decided(claimKey({ kind: claim.kind, ownerId: claim.ownerId }, folded.state));
    if (!(await write(context, folded, events))) return false;
    if ((await owners.look(claim.from)) !== 'alive') return true;
    const now = await states.fresh(folded.stream);
    if (holds(now.state, claim.ownerId)) {
      await write(context, now, decided(claimKey({ kind: claim.kind, ownerId: claim.from }, now.state)));
    }
    return false;
  };

  return {
    /** Who holds a key now, undefined when nobody does. */
    owner: async (companyId: string, key: Key): Promise<string | undefined> => {
      const { state } = await states.fresh(streamOf(companyId, key));
      return state.status === 'held' ? state.ownerId : undefined;
    },

    /**
     * Takes a key for an owner and answers who holds it then: that owner, or another who lives. Takes it over from
     * an owner who is gone or, given a fence, never came to be.
     */
    take: async (context: CommandContext, key: Key, ownerId: string, owners: Owners): Promise<string> => {
      const stream = streamOf(context.companyId, key);
      for (let turn = 0; turn < tries; turn += 1) {
        const folded = await states.fresh(stream);
        const { state } = folded;
        if (state.status === 'free') {
          if (await write(context, folded, decided(claimKey({ kind: key.kind, ownerId }, state))))
            return ownerId;
          continue;
        }
        if (state.ownerId === ownerId) return ownerId;
        const other = await owners.look(state.ownerId);
        if (other === 'alive') return state.ownerId;
        if (other === 'never') {
          if (!owners.fence) return state.ownerId;
          if (!(await owners.fence(state.ownerId))) continue;
        }
        const claim = { kind: key.kind, ownerId, from: state.ownerId };
        if (await takeOver(context, folded, claim, owners)) return ownerId;
      }
      throw new Error(`a ${key.kind} was fought over ${tries} times`);
    },

    /** Gives a key back, when it is this owner's. */
    release: async (context: CommandContext, key: Key, ownerId: string): Promise<void> => {
      const stream = streamOf(context.companyId, key);
      for (let turn = 0; turn < tries; turn += 1) {
        const folded = await states.fresh(stream);
        const events = decided(releaseKey({ kind: key.kind, ownerId }, folded.state));
        if (events.length === 0 || (await write(context, folded, events))) return;
      }
    },
  };
};

const holds = (claim: Claim, ownerId: string): boolean =>
  claim.status === 'held' && claim.ownerId === ownerId;

/** A claim's decisions are never rejections: who may hold it is asked before. */
const decided = (decision: ReturnType<typeof claimKey>): readonly ClaimEvent[] =>
  'rejected' in decision ? [] : decision;
