import { menuReasons } from '../menu/statechart.ts';

/** Why a ticket left the menu. `answered`: somebody of the company wrote from their phone. `placed`: it waited in no queue. */
export const leavingReasons = [...menuReasons, 'answered', 'placed'] as const;
export type LeavingReason = (typeof leavingReasons)[number];
