import type { SessionEvent } from '#domain/session/events.ts';
import {
  type AccessRefusals,
  endSession,
  failLogins,
  type LoginFailures,
  logIn,
  refuseAccesses,
  type Session,
  type SessionEnding,
} from '#domain/session/session.ts';
import type { Decision } from '#domain/shared/decision.ts';
import type { CommandContext, Outcome } from '../context.ts';
import { handle } from '../handle.ts';
import { newId } from '../ids.ts';
import type { CommandDeps } from '../states.ts';

/** What is written down of sessions: who came in and went, when and from where. Nothing rests on it. */
export const sessionCommands = ({ states: { session: states } }: CommandDeps) => {
  const run = async (
    context: CommandContext,
    id: string,
    decide: (session: Session) => Decision<SessionEvent>,
  ): Promise<Outcome> => (await handle(context, { states, id, action: 'session.record', decide })).outcome;
  return {
    logIn: (context: CommandContext, input: Parameters<typeof logIn>[0]) =>
      run(context, input.sessionId, session => logIn(input, session)),
    end: (context: CommandContext, ending: SessionEnding) =>
      run(context, ending.sessionId, session => endSession(ending, session)),
    fail: (context: CommandContext, failures: LoginFailures) =>
      run(context, newId(), session => failLogins(failures, session)),
    refuse: (context: CommandContext, refusals: AccessRefusals) =>
      run(context, newId(), session => refuseAccesses(refusals, session)),
  };
};
