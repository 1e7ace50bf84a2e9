import type { Entity } from '../shared/decider.ts';
import { type Decision, nothing, reject } from '../shared/decision.ts';
import type { Revocation, SessionEvent } from './events.ts';

/** `none` may still end: its beginning could not be written, or was before beginnings were written. */
export type Session = { readonly status: 'none' | 'open' | 'ended' };

const evolve = (_: Session, event: SessionEvent): Session => ({
  status: event.type === 'UserLoggedIn' ? 'open' : 'ended',
});

export const sessionEntity: Entity<Session, SessionEvent> = { initial: { status: 'none' }, evolve };

type OfSession = { readonly userId: string; readonly sessionId: string };
type From = { readonly address: string };

export const logIn = (command: OfSession & From, session: Session): Decision<SessionEvent> => {
  if (session.status !== 'none') return reject('ERR_CONFLICT', { sessionId: command.sessionId });
  return [{ type: 'UserLoggedIn', data: command }];
};

export type SessionEnding =
  | (OfSession & From & { readonly kind: 'logout' })
  | (OfSession & From & { readonly kind: 'takeover'; readonly bySessionId: string })
  | (OfSession & Partial<From> & { readonly kind: 'revocation'; readonly reason: Revocation });

/** A session ends once, for the first reason. */
export const endSession = (command: SessionEnding, session: Session): Decision<SessionEvent> => {
  if (session.status === 'ended') return nothing;
  const { userId, sessionId } = command;
  switch (command.kind) {
    case 'logout':
      return [{ type: 'UserLoggedOut', data: { userId, sessionId, address: command.address } }];
    case 'takeover': {
      const { bySessionId, address } = command;
      return [{ type: 'UserSessionTakenOver', data: { userId, sessionId, bySessionId, address } }];
    }
    case 'revocation': {
      const { reason, address } = command;
      const from = address === undefined ? {} : { address };
      return [{ type: 'UserSessionRevoked', data: { userId, sessionId, reason, ...from } }];
    }
  }
};

export type LoginFailures = From & { readonly userId: string; readonly count: number };

export type AccessRefusals = From & {
  readonly userId: string;
  readonly count: number;
  readonly actions: readonly string[];
};

/** What somebody was refused stands alone, too. */
export const refuseAccesses = (
  { userId, count, actions, address }: AccessRefusals,
  session: Session,
): Decision<SessionEvent> =>
  session.status === 'none'
    ? [{ type: 'UserAccessRefused', data: { userId, count, actions: [...actions], address } }]
    : reject('ERR_CONFLICT');

/** What is told of failures stands alone. */
export const failLogins = (
  { userId, count, address }: LoginFailures,
  session: Session,
): Decision<SessionEvent> =>
  session.status === 'none'
    ? [{ type: 'UserLoginFailed', data: { userId, count, address } }]
    : reject('ERR_CONFLICT');
