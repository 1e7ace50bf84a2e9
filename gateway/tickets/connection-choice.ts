import type { AccessUser } from '#projections/access/queries.ts';
import { connectionViews } from '../connections/connection-views.ts';
import { refuse } from '../errors/refusal.ts';
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

/** @throws ERR_NO_DEF_WAPP_FOUND when the company has no connection. */
export const defaultConnection = async (gateway: Gateway, companyId: string): Promise<string> => {
  const connections = await connectionViews(gateway, companyId, false);
  const chosen = connections.find(({ isDefault }) => isDefault) ?? connections[0];
  if (!chosen) throw refuse('ERR_NO_DEF_WAPP_FOUND');
  return chosen.id;
};
