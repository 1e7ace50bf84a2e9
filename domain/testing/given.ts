import type { Entity } from '../shared/decider.ts';
import { type Decision, isRejection, type Rejection } from '../shared/decision.ts';

/**
 * Reads as a rule: given these events, when this is decided, then that. `then` is what came out, `after` the
 * state.
 */
export const given =
  <State, Event>(entity: Entity<State, Event>) =>
  (...history: readonly Event[]) => {
    const state = history.reduce(entity.evolve, entity.initial);
    return {
      state,
      when: (decide: (state: State) => Decision<Event>) => {
        const decision = decide(state);
        return {
          before: state,
          decision,
          rejection: isRejection(decision) ? decision : undefined,
          events: isRejection(decision) ? [] : decision,
          after: isRejection(decision) ? state : decision.reduce(entity.evolve, state),
        };
      },
    };
  };

/** What a rejected decision looks like, for expectations. */
export const rejected = (code: Rejection['rejected'], details: Record<string, unknown> = {}): Rejection => ({
  rejected: code,
  details,
});
