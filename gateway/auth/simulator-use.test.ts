import { describe, expect, it } from 'vitest';
import type { AccessUser } from '#projections/access/queries.ts';
import { type SimulatorFor, simulatorUse } from './simulator-use.ts';

const company = {
  id: 'shop',
  name: 'Loja',
  dueDate: null,
  status: true,
  campaignsEnabled: false,
  settings: [],
};
const ana: AccessUser = {
  ...{ id: 'ana', companyId: 'shop', name: 'Ana', email: 'a@b.c', profile: 'user', superAdmin: false },
  ...{ queueIds: [], connectionIds: [], analyst: false, company },
};
const admin: AccessUser = { ...ana, profile: 'admin' };
const founder: AccessUser = { ...admin, superAdmin: true };
const ofDemo = (user: AccessUser): AccessUser => ({ ...user, companyId: 'demo' });

const simulatorUrl = 'http://127.0.0.1:3100';
const uses = (simulatorFor: Partial<SimulatorFor>, users: readonly AccessUser[], url: string | undefined) =>
  users.map(user =>
    simulatorUse(
      {
        simulatorUrl: url,
        simulatorFor: { demoCompanyId: 'demo', demo: false, admins: false, ...simulatorFor },
      },
      user,
    ),
  );

describe('the simulator', () => {
  it('is of every login of the demo, while there is a demo', () => {
    const logins = [ofDemo(ana), ofDemo(admin)];
    expect(uses({ demo: true }, logins, simulatorUrl)).toEqual(['all', 'all']);
    expect(uses({ demo: false }, logins, simulatorUrl)).toEqual(['none', 'none']);
  });
  it('is of nobody else unless it was switched on, and then of admins; faults are of super admins', () => {
    const others = [ana, admin, founder];
    expect(uses({ demo: true }, others, simulatorUrl)).toEqual(['none', 'none', 'none']);
    expect(uses({ demo: true, admins: true }, others, simulatorUrl)).toEqual(['none', 'phones', 'all']);
  });
  it('is of nobody where there is none', () => {
    expect(uses({ demo: true, admins: true }, [ofDemo(ana), founder], undefined)).toEqual(['none', 'none']);
  });
});
