import type { Entity } from '../shared/decider.ts';
import { type Decision, nothing } from '../shared/decision.ts';
import type { ClaimEvent, ClaimKind } from './events.ts';

export type Claim = { readonly status: 'free' } | { readonly status: 'held'; readonly ownerId: string };

const evolve = (_claim: Claim, event: ClaimEvent): Claim => {
  switch (event.type) {
    case 'KeyClaimed':
      return { status: 'held', ownerId: event.data.ownerId };
    case 'KeyReleased':
      return { status: 'free' };
  }
};

export const claimEntity: Entity<Claim, ClaimEvent> = { initial: { status: 'free' }, evolve };

type Key = { readonly kind: ClaimKind; readonly ownerId: string };

/**
 * Takes a key for its owner. From another owner only as a takeover: whoever decides that has seen it dead.
 * What is one's own already is taken anew only where that is asked for.
 */
export const claimKey = (command: Key & { readonly renew?: boolean }, claim: Claim): Decision<ClaimEvent> => {
  const { kind, ownerId, renew = false } = command;
  const claimed: ClaimEvent = { type: 'KeyClaimed', data: { kind, ownerId } };
  if (claim.status === 'free') return [claimed];
  if (claim.ownerId === ownerId) return renew ? [claimed] : nothing;
  return [{ type: 'KeyReleased', data: { kind, ownerId: claim.ownerId } }, claimed];
};

export const releaseKey = (command: Key, claim: Claim): Decision<ClaimEvent> =>
  claim.status === 'held' && claim.ownerId === command.ownerId
    ? [{ type: 'KeyReleased', data: command }]
    : nothing;
