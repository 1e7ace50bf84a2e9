import { z } from 'zod';
import { checkedChannel, sessionChannel } from '#connector/interface/channels.ts';
import { listen } from '#eventstore/database/listen.ts';
import type { Callers } from '../auth/callers.ts';
import type { NumberChecks } from '../contacts/check-number.ts';
import type { GatewayDeps } from '../gateway.ts';
import type { OutsideCallers } from '../outside/outside-callers.ts';
import { tokenChannel } from '../outside/tokens.ts';
import type { LiveHub } from './hub.ts';
import type { Presence } from './presence.ts';
import { contactPresenceChannel, presenceChannel } from './presence-notice.ts';

const connectionNotice = z.object({ companyId: z.uuid(), connectionId: z.uuid() });
const sessionNotice = z.object({
  sessionId: z.uuid(),
  userId: z.uuid(),
  companyId: z.uuid(),
  reason: z.enum(['logout', 'other-login', 'revoked']),
});

type Parts = {
  readonly callers: Callers;
  readonly outsideCallers: OutsideCallers;
  readonly hub: LiveHub;
  readonly presence: Presence;
  readonly numberChecks: NumberChecks;
};

/**
 * What is notified besides the read models: ended sessions, WhatsApp sessions that show another QR code, presence,
 * answers about numbers.
 */
export const startNotices = (
  { databaseUrl, log }: Pick<GatewayDeps, 'databaseUrl' | 'log'>,
  { callers, outsideCallers, hub, presence, numberChecks }: Parts,
) => {
  const notified = (channel: string, payload: string): void => {
    if (channel === presenceChannel) presence.notified(payload);
    else if (channel === contactPresenceChannel) presence.contactNotified(payload);
    else if (channel === checkedChannel) numberChecks.answered(payload);
    else if (channel === tokenChannel) outsideCallers.ended(payload);
    else if (channel === 'session') {
      const ended = sessionNotice.parse(JSON.parse(payload));
      callers.sessionEnded(ended);
      hub.sessionEnded(ended);
    } else {
      const { companyId, connectionId } = connectionNotice.parse(JSON.parse(payload));
      hub.connectionNotified(companyId, connectionId);
    }
  };
  let listenedBefore = false;
  return listen({
    from: { connectionString: databaseUrl },
    log,
    channels: [
      'session',
      tokenChannel,
      sessionChannel,
      presenceChannel,
      contactPresenceChannel,
      checkedChannel,
    ],
    heard: notified,
    listening: () => {
      callers.forgetSessions();
      outsideCallers.forget();
      presence.listening();
      numberChecks.listening();
      if (listenedBefore) hub.sessionsUnknown();
      listenedBefore = true;
    },
  });
};
