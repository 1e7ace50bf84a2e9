import type { Entity } from '../shared/decider.ts';
import { type Decision, nothing } from '../shared/decision.ts';
import type { DataAccessEvent } from './events.ts';

/** Whether a look was told of. */
export type DataAccess = { readonly isTold: boolean };

export const dataAccessEntity: Entity<DataAccess, DataAccessEvent> = {
  initial: { isTold: false },
  evolve: () => ({ isTold: true }),
};

/** A look is told of once. */
export const tellOnce = (event: DataAccessEvent, { isTold }: DataAccess): Decision<DataAccessEvent> =>
  isTold ? nothing : [event];
