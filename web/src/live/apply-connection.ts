import type { QueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { sessionFrame } from '#contracts/live.ts';
import type { ConnectionView } from '#contracts/views.ts';
import { connectionsQuery } from '../api/connections.ts';

type Session = z.output<typeof sessionFrame>['session'];

/** A connection's live status. Answers whether the connection was known; an older status changes nothing. */
export const applyConnectionSession = (client: QueryClient, session: Session): boolean => {
  const connections = client.getQueryData(connectionsQuery.queryKey);
  if (!connections?.some(connection => connection.id === session.id)) return false;
  const change = (connection: ConnectionView): ConnectionView =>
    connection.id === session.id && connection.updatedAt <= session.updatedAt
      ? { ...connection, ...session }
      : connection;
  client.setQueryData(connectionsQuery.queryKey, connections.map(change));
  return true;
};
