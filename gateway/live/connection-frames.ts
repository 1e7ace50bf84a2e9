import type { Pool } from 'pg';
import type { ConnectionView } from '#contracts/views.ts';
import type { Tenants } from '#projections/tenant.ts';
import { connectionViews, withoutSecrets } from '../connections/connection-views.ts';
import { allOthers, everybody, secretKeepers } from './audience.ts';
import { framer, type Outgoing } from './frames.ts';

type Deps = { readonly pool: Pool; readonly tenants: Tenants };
/** Connections that an event changed, and those whose session alone changed, as for a new QR code. */
type Ids = { readonly changed: readonly string[]; readonly sessions: readonly string[] };

/** How connections and their sessions stand; only some are shown what pairs a phone with the company. */
export const connectionFrames = async (
  deps: Deps,
  companyId: string,
  { changed, sessions }: Ids,
): Promise<readonly Outgoing[]> => {
  if (changed.length + sessions.length === 0) return [];
  const frame = framer(companyId);
  const connections = await connectionViews(deps, companyId, true);
  const known = new Map(connections.map(connection => [connection.id, connection]));
  const gone = changed.filter(id => !known.has(id));
  const shown = (ids: readonly string[]) => connections.filter(({ id }) => ids.includes(id));
  return [
    ...gone.map(whatsappId => frame('whatsapp', { action: 'delete', whatsappId }, everybody)),
    ...shown(changed).flatMap(connection => [
      frame('whatsapp', { action: 'update', whatsapp: connection }, secretKeepers),
      frame('whatsapp', { action: 'update', whatsapp: withoutSecrets(connection) }, allOthers),
    ]),
    ...shown([...changed, ...sessions]).flatMap(connection => [
      frame('whatsappSession', { action: 'update', session: sessionOf(connection) }, secretKeepers),
      frame(
        'whatsappSession',
        { action: 'update', session: sessionOf(withoutSecrets(connection)) },
        allOthers,
      ),
    ]),
  ];
};

const sessionOf = ({ id, name, status, reason, number, qrcode, pairingCode, updatedAt }: ConnectionView) => ({
  ...{ id, name, status, reason, number, qrcode, pairingCode, updatedAt },
});
