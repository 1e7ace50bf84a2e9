import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type PropsWithChildren, useEffect, useMemo, useState } from 'react';
import type { Frame } from '#contracts/live.ts';
import { records } from '#domain/records/records.ts';
import type { Viewer } from '#domain/ticket/visibility.ts';
import { liveRefusalNow } from '../api/live-room.ts';
import { recordKey } from '../api/record-key.ts';
import { endSession, reloadUser, takeSetting, useUser } from '../api/session-store.ts';
import { ticketCountsKey, ticketsKey } from '../api/tickets.ts';
import { viewerOf } from '../api/viewer.ts';
import { type Applied, applyFrame, type FrameTarget } from './frame-applier.ts';
import { freshToken, keepTokenFresh } from './fresh-token.ts';
import { type Live, LiveContext } from './live-context.ts';
import { type LiveSocket, type LiveStatus, startLiveSocket } from './live-socket.ts';
import { presenceStore } from './presence-store.ts';
import { throttle } from './throttle.ts';
import { listPosition, type TicketPages } from './ticket-lists.ts';
import { ticketMemory } from './ticket-memory.ts';

const countsIntervalMs = 1_000;
/** An import makes many contacts in a moment. */
const contactsIntervalMs = 2_000;

/** Keeps the page live while somebody is signed in. */
export const LiveProvider = ({ children }: PropsWithChildren) => {
  const client = useQueryClient();
  const user = useUser();
  const [status, setStatus] = useState<LiveStatus>('connecting');
  const [wasLive, setWasLive] = useState(false);
  const [socket, setSocket] = useState<LiveSocket>();
  const listeners = useMemo(() => new Set<(applied: Applied) => void>(), []);
  const counts = useMemo(
    () => throttle(() => void client.invalidateQueries({ queryKey: ticketCountsKey }), countsIntervalMs),
    [client],
  );
  const contacts = useMemo(
    () =>
      throttle(
        () => void client.invalidateQueries({ queryKey: recordKey('contact', 'rows') }),
        contactsIntervalMs,
      ),
    [client],
  );
  const memory = useMemo(ticketMemory, []);
  const presence = useMemo(presenceStore, []);

  const eyes = JSON.stringify(viewerOf(user));
  const target = useMemo<FrameTarget>(
    () => ({
      client,
      memory,
      presence,
      viewer: JSON.parse(eyes) as Viewer,
      onCountsChanged: counts.call,
    }),
    [client, memory, presence, eyes, counts],
  );

  useEffect(() => {
    let first = true;
    const onFrame = (frame: Frame): void => {
      if (frame.event === 'resync') {
        void client.invalidateQueries();
        void reloadUser();
      }
      if (frame.event === 'hello') {
        if (first) reloadOlderThan(client, frame.position);
        else {
          counts.call();
          client.removeQueries({ queryKey: ['messages'], type: 'inactive' });
          const names = [
            'messages',
            'connections',
            'user-names',
            'user',
            'contact',
            'notices',
            'settings',
            'audit-news',
          ];
          for (const name of [...names, ...Object.keys(records)])
            void client.invalidateQueries({ queryKey: [name] });
        }
        first = false;
        return;
      }
      const applied = applyFrame(target, frame);
      if (applied.kind === 'logout') endSession(applied.reason);
      if (applied.kind === 'user-changed' && applied.userId === target.viewer.userId) void reloadUser();
      if (applied.kind === 'setting-changed') takeSetting(applied);
      if (applied.kind === 'contact-unlisted') contacts.call();
      for (const listener of listeners) listener(applied);
    };
    const started = startLiveSocket({
      url: `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`,
      token: freshToken,
      refusal: liveRefusalNow,
      onFrame,
      onStatus: next => {
        setStatus(next);
        if (next === 'live') setWasLive(true);
        else presence.clear();
      },
    });
    started.join({ event: 'joinNotification' });
    setSocket(started);
    const hurry = (): void => started.hurry();
    window.addEventListener('online', hurry);
    window.addEventListener('offline', started.lose);
    document.addEventListener('visibilitychange', hurry);
    const stopRenewing = keepTokenFresh(token => started.say({ event: 'token', token }));
    return () => {
      window.removeEventListener('online', hurry);
      window.removeEventListener('offline', started.lose);
      document.removeEventListener('visibilitychange', hurry);
      stopRenewing();
      counts.cancel();
      contacts.cancel();
      started.stop();
    };
  }, [client, target, presence, counts, contacts, listeners]);

  const live = useMemo<Live>(
    () => ({
      status,
      wasLive,
      socket,
      target,
      presence,
      onApplied: listener => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    }),
    [status, wasLive, socket, target, presence, listeners],
  );
  return <LiveContext value={live}>{children}</LiveContext>;
};

/** What was loaded before the socket listened may have missed a change in between. */
const reloadOlderThan = (client: QueryClient, position: number): void => {
  void client.invalidateQueries({
    predicate: ({ queryKey, state }) => {
      const [name] = queryKey;
      if (name === ticketsKey[0]) {
        const pages = state.data as TicketPages | undefined;
        return pages !== undefined && listPosition(pages) < position;
      }
      return (
        name === 'messages' || name === 'ticket' || name === ticketCountsKey[0] || name === 'connections'
      );
    },
  });
};
