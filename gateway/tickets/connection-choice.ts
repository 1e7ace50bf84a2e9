import type { AccessUser } from '#projections/access/queries.ts';
import { connectionViews } from '../connections/connection-views.ts';
import type { Gateway } from '../gateway.ts';

/**
 * The connection that a caller chose, where the company lets its people choose: setting `connectionType`. Else none,
 * whatever was sent.
 */
export const chosenConnection = (
  { company }: Pick<AccessUser, 'company'>,
  whatsappId: string | null | undefined,
): string | null => {
  const isEnabled = company.settings.some(
    ({ key, value }) => key === 'connectionType' && value === 'enabled',
  );
  return isEnabled ? (whatsappId ?? null) : null;
};

/** The company's default connection; null when it has none at all. */
export const defaultConnection = async (gateway: Gateway, companyId: string): Promise<string | null> => {
  const connections = await connectionViews(gateway, companyId, false);
  return (connections.find(({ isDefault }) => isDefault) ?? connections[0])?.id ?? null;
};
