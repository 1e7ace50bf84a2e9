import { useQuery } from '@tanstack/react-query';
import type { ConnectionView } from '#contracts/views.ts';
import { may } from '#domain/access/may.ts';
import { connectionsQuery } from '../../api/connections.ts';
import { useUser } from '../../api/session-store.ts';

/** Connections of the company that show a QR code which a simulated phone can read. Codes are shown to those only who may ask for one. */
export const useWaitingConnections = (): { mayScan: boolean; waiting: ConnectionView[] } => {
  const mayScan = may(useUser(), 'connection.requestSession');
  const { data } = useQuery({ ...connectionsQuery, enabled: mayScan });
  const waiting = data?.filter(({ provider, qrcode }) => provider === 'simulator' && qrcode !== '') ?? [];
  return { mayScan, waiting };
};
