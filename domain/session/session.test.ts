import { describe, expect, it } from 'vitest';
import { given } from '../testing/given.ts';
import { idOf } from '../testing/ids.ts';
import type { SessionEvent } from './events.ts';
import * as rules from './session.ts';

const session = given(rules.sessionEntity);
const of = { userId: idOf(1), sessionId: idOf(2) };
const address = '203.0.113.7';
const loggedIn: SessionEvent = { type: 'UserLoggedIn', data: { ...of, address } };

const end = (ending: rules.SessionEnding) => (state: rules.Session) => rules.endSession(ending, state);
const logout = end({ ...of, kind: 'logout', address });
const takeover = end({ ...of, kind: 'takeover', bySessionId: idOf(3), address });
const revocation = end({ ...of, kind: 'revocation', reason: 'password' });

describe('a session', () => {
  it('begins once, with who and from where', () => {
    const login = (state: rules.Session) => rules.logIn({ ...of, address }, state);
    expect(session().when(login).events).toEqual([loggedIn]);
    expect(session(loggedIn).when(login).rejection?.rejected).toBe('ERR_CONFLICT');
  });
  it.each([
    ['UserLoggedOut', logout],
    ['UserSessionTakenOver', takeover],
    ['UserSessionRevoked', revocation],
  ] as const)('ends by %s, for the first reason only', (type, how) => {
    const { events } = session(loggedIn).when(how);
    expect(events).toMatchObject([{ type, data: of }]);
    for (const again of [logout, takeover, revocation])
      expect(session(loggedIn, ...events).when(again).decision).toEqual([]);
  });
  it('ends as stolen, with from where its token came again', () => {
    const stolen = end({ ...of, kind: 'revocation', reason: 'stolen', address });
    expect(session(loggedIn).when(stolen).events).toEqual([
      { type: 'UserSessionRevoked', data: { ...of, reason: 'stolen', address } },
    ]);
  });
  it('ends even where its beginning is not known', () => {
    expect(session().when(logout).events).toHaveLength(1);
  });
});

describe('refusals', () => {
  it('are noted with their count and with what was wanted', () => {
    const refused = { userId: idOf(1), count: 2, actions: ['audit.read'], address };
    const refuse = (state: rules.Session) => rules.refuseAccesses(refused, state);
    const { events } = session().when(refuse);
    expect(events).toEqual([{ type: 'UserAccessRefused', data: refused }]);
    expect(session(...events).when(refuse).rejection?.rejected).toBe('ERR_CONFLICT');
  });
});

describe('failures', () => {
  it('are told with their count', () => {
    const fail = (state: rules.Session) => rules.failLogins({ userId: idOf(1), count: 7, address }, state);
    const { events } = session().when(fail);
    expect(events).toEqual([{ type: 'UserLoginFailed', data: { userId: idOf(1), count: 7, address } }]);
    expect(session(...events).when(fail).rejection?.rejected).toBe('ERR_CONFLICT');
  });
});
