import type { QueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { connectionFrame, sessionFrame } from '#contracts/live.ts';
import type { ConnectionView } from '#contracts/views.ts';
import { connectionsQuery, hearConnection } from '../api/connections.ts';

type Session = z.output<typeof sessionFrame>['session'];

/** A connection's live status. Answers whether the connection was known; an older status changes nothing. */
export const applyConnectionSession = (client: QueryClient, session: Session): boolean => {
  hearConnection();
  const connections = client.getQueryData(connectionsQuery.queryKey);
  if (!connections?.some(connection => connection.id === session.id)) return false;
  const change = (connection: ConnectionView): ConnectionView =>
    connection.id === session.id && connection.updatedAt <= session.updatedAt
      ? { ...connection, ...session }
      : connection;
  client.setQueryData(connectionsQuery.queryKey, connections.map(change));
  return true;
};

/**
 * A connection that is there now, was changed or is gone. Being the default passes between connections, so a new
 * default ends the old one's; who follows one that is gone only the server knows: then the list is loaded anew.
 */
export const applyConnection = (client: QueryClient, frame: z.output<typeof connectionFrame>): void => {
  hearConnection();
  const { queryKey } = connectionsQuery;
  const connections = client.getQueryData(queryKey);
  if (!connections) return;
  if (frame.action === 'delete') {
    const left = connections.filter(({ id }) => id !== frame.whatsappId);
    client.setQueryData(queryKey, left);
    void client.invalidateQueries({ queryKey });
    return;
  }
  const { whatsapp } = frame;
  const known = connections.find(({ id }) => id === whatsapp.id);
  if (known && known.updatedAt > whatsapp.updatedAt) return;
  const others = connections
    .filter(({ id }) => id !== whatsapp.id)
    .map(connection => (whatsapp.isDefault ? { ...connection, isDefault: false } : connection));
  client.setQueryData(queryKey, [...others, whatsapp].sort(byName));
};

const byName = (one: ConnectionView, other: ConnectionView): number => one.name.localeCompare(other.name);
