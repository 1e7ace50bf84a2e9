import type { SessionUserView } from '#contracts/views.ts';
import { records } from '#domain/records/records.ts';
import type { AccessUser } from '#projections/access/queries.ts';
import { listConnections } from '#projections/inbox/queries/records.ts';
import { everyOne } from '#projections/records/queries/records.ts';
import type { Gateway } from '../gateway.ts';
import { simulatorUse } from './simulator-use.ts';

/** The user of a session, as login, refresh and /auth/me answer it. */
export const sessionUser = async (gateway: Gateway, user: AccessUser): Promise<SessionUserView> => {
  const [queues, connections] = await gateway.tenants.read(user.companyId, db =>
    Promise.all([everyOne(db, records.queue), listConnections(db)]),
  );
  const { company } = user;
  return {
    id: user.id,
    name: user.name,
    email: user.email,
    profile: user.profile,
    superAdmin: user.superAdmin,
    companyId: user.companyId,
    simulator: simulatorUse(gateway, user),
    queues: queues
      .filter(({ id }) => user.queueIds.includes(id))
      .map(({ id, name, color }) => ({ id, name, color })),
    whatsapps: connections
      .filter(({ id }) => user.connectionIds.includes(id))
      .map(({ id, name }) => ({ id, name })),
    company: {
      id: company.id,
      name: company.name,
      dueDate: company.dueDate,
      settings: company.settings.map(({ key, value }) => ({ key, value })),
    },
  };
};
