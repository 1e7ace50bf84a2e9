/**
 * How state grows out of events. `decide` functions stand beside it, one per command, as
 * `(command, state) => Decision<Event>`; all of them are pure.
 */
export type Entity<State, Event> = {
  readonly initial: State;
  readonly evolve: (state: State, event: Event) => State;
};
