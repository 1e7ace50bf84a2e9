import type { SimulatorUse } from '#contracts/views.ts';
import { may } from '#domain/access/may.ts';
import type { AccessUser } from '#projections/access/queries.ts';
import type { GatewayDeps } from '../gateway.ts';

/** Whose the simulator is: with the demo, the demo company's; when `admins`, other companies' too. */
export type SimulatorFor = {
  readonly demoCompanyId: string;
  readonly demo: boolean;
  readonly admins: boolean;
};

/** What of the simulator somebody may use: every login of the demo all of it, elsewhere who the table lets. */
export const simulatorUse = (
  { simulatorUrl, simulatorFor }: Pick<GatewayDeps, 'simulatorUrl' | 'simulatorFor'>,
  user: AccessUser,
): SimulatorUse => {
  if (!simulatorUrl) return 'none';
  if (simulatorFor.demo && user.companyId === simulatorFor.demoCompanyId) return 'all';
  if (!simulatorFor.admins || !may(user, 'simulator.use')) return 'none';
  return may(user, 'simulator.misbehave') ? 'all' : 'phones';
};
