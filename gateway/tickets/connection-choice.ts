import { settingsFrom } from '#domain/company/settings.ts';
import { worksOn } from '#domain/ticket/visibility.ts';
import type { AccessUser } from '#projections/access/queries.ts';
import { viewerOf } from '../auth/callers.ts';
import { connectionViews } from '../connections/connection-views.ts';
import type { Gateway } from '../gateway.ts';

/**
 * The connection that a caller chose, where the company lets its people choose: setting `connectionType`. Else none,
 * whatever was sent.
 */
export const chosenConnection = (
  { company }: Pick<AccessUser, 'company'>,
  whatsappId: string | null | undefined,
): string | null =>
  settingsFrom(company.settings).connectionType === 'enabled' ? (whatsappId ?? null) : null;

/** The company's default connection, or else the first of the caller's; null when there is none at all. */
export const defaultConnection = async (gateway: Gateway, user: AccessUser): Promise<string | null> => {
  const all = await connectionViews(gateway, user.companyId, false);
  const connections = all.filter(({ id }) => worksOn(viewerOf(user), id));
  return (connections.find(({ isDefault }) => isDefault) ?? connections[0])?.id ?? null;
};
