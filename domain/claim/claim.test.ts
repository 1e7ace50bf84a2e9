import { describe, expect, it } from 'vitest';
import { given } from '../testing/given.ts';
import { idOf } from '../testing/ids.ts';
import { type Claim, claimEntity, claimKey, releaseKey } from './claim.ts';
import type { ClaimEvent } from './events.ts';

const claim = given(claimEntity);
const key = (ownerId: string) => ({ kind: 'user-email' as const, ownerId });
const [one, other] = [key(idOf(1)), key(idOf(2))];
const claimed: ClaimEvent = { type: 'KeyClaimed', data: one };

describe('a key', () => {
  const take = (command: typeof one) => (state: Claim) => claimKey(command, state);
  const release = (command: typeof one) => (state: Claim) => releaseKey(command, state);

  it('is taken when free, and quietly when it is mine', () => {
    expect(claim().when(take(one)).events).toEqual([claimed]);
    expect(claim(claimed).when(take(one)).decision).toEqual([]);
  });
  it('is taken anew where that is asked for', () => {
    expect(claim(claimed).when(state => claimKey({ ...one, renew: true }, state)).events).toEqual([claimed]);
  });
  it('is taken over by releasing it first', () => {
    expect(claim(claimed).when(take(other)).events).toEqual([
      { type: 'KeyReleased', data: one },
      { type: 'KeyClaimed', data: other },
    ]);
  });
  it('is given back only by who holds it', () => {
    expect(claim(claimed).when(release(one)).after).toEqual({ status: 'free' });
    expect(claim(claimed).when(release(other)).decision).toEqual([]);
    expect(claim().when(release(one)).decision).toEqual([]);
  });
});
