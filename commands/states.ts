import { mapValues } from '#domain/shared/typed-objects.ts';
import type { EventStore } from '#eventstore/types.ts';
import { type Claims, createClaims } from './claims.ts';
import { concepts, recordConcepts } from './concepts.ts';
import { createLogHeard, type LogHeard } from './log-heard.ts';
import { createStreamStates } from './stream-states.ts';

/** The folded streams of every concept, one cache each, over one store. */
export const createStates = (store: EventStore) => ({
  company: createStreamStates(store, concepts.company, 500),
  user: createStreamStates(store, concepts.user, 2_000),
  session: createStreamStates(store, concepts.session, 2_000),
  connection: createStreamStates(store, concepts.connection, 1_000),
  contact: createStreamStates(store, concepts.contact, 10_000),
  contactImport: createStreamStates(store, concepts.contactImport, 200),
  ticket: createStreamStates(store, concepts.ticket, 10_000),
  message: createStreamStates(store, concepts.message, 5_000),
  queueMenu: createStreamStates(store, concepts.queueMenu, 500),
  schedule: createStreamStates(store, concepts.schedule, 2_000),
  notice: createStreamStates(store, concepts.notice, 1_000),
  webhook: createStreamStates(store, concepts.webhook, 1_000),
  dataAccess: createStreamStates(store, concepts.dataAccess, 5_000),
  apiKey: createStreamStates(store, concepts.apiKey, 500),
  claim: createStreamStates(store, concepts.claim, 10_000),
  ...mapValues(recordConcepts, concept => createStreamStates(store, concept, 2_000)),
});
export type States = ReturnType<typeof createStates>;

/** What every use case works with. */
export type CommandDeps = {
  readonly store: EventStore;
  readonly states: States;
  readonly claims: Claims;
  readonly heard: LogHeard;
};

export const createCommandDeps = (store: EventStore): CommandDeps => {
  const states = createStates(store);
  return { store, states, claims: createClaims(states.claim, store.keys), heard: createLogHeard(states) };
};
