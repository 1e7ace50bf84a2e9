import type { SessionUserView } from '#contracts/views.ts';
import { records } from '#domain/records/records.ts';
import type { AccessUser } from '#projections/access/queries.ts';
import { connectionRefs } from '#projections/inbox/queries/users.ts';
import { everyOne } from '#projections/records/queries/records.ts';
import { settingsFor } from '../company/settings.ts';
import type { Gateway } from '../gateway.ts';
import { simulatorUse } from './simulator-use.ts';

/** The user of a session, as login, refresh and /auth/me answer it. */
export const sessionUser = async (gateway: Gateway, user: AccessUser): Promise<SessionUserView> => {
  const [queues, whatsapps] = await gateway.tenants.read(user.companyId, db =>
    Promise.all([everyOne(db, records.queue), connectionRefs(db, user.connectionIds)]),
  );
  const { company } = user;
  return {
    id: user.id,
    name: user.name,
    email: user.email,
    profile: user.profile,
    superAdmin: user.superAdmin,
    analyst: user.analyst,
    companyId: user.companyId,
    simulator: simulatorUse(gateway, user),
    queues: queues
      .filter(({ id }) => user.queueIds.includes(id))
      .map(({ id, name, color }) => ({ id, name, color })),
    whatsapps,
    company: {
      id: company.id,
      name: company.name,
      dueDate: company.dueDate,
      settings: settingsFor(gateway, user),
    },
  };
};
