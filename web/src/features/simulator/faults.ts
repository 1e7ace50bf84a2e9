import type { SimulatorFaults } from './simulator-api.ts';

/** How many of the simulator's faults are at work. */
export const faultsAtWork = (faults: SimulatorFaults | undefined): number =>
  faults ? Object.values(faults).filter(value => value !== null && value !== false && value !== 0).length : 0;
