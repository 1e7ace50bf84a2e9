import { connectionEntity } from '../../connection/connection.ts';
import { portrait } from '../portrait.ts';

const fields = [
  ...(['name', 'provider', 'queueIds', 'greetingMessage', 'complationMessage'] as const),
  ...(['outOfHoursMessage', 'ratingMessage', 'importsHistory'] as const),
] as const;

export const connectionPortrait = portrait({
  entity: connectionEntity,
  picture: connection => {
    const active = connection.status === 'active' ? connection : undefined;
    const own = active?.fields;
    return {
      name: own?.name,
      provider: own?.provider,
      queueIds: own?.queueIds,
      greetingMessage: own?.greetingMessage,
      complationMessage: own?.complationMessage,
      outOfHoursMessage: own?.outOfHoursMessage,
      ratingMessage: own?.ratingMessage,
      importsHistory: own?.importsHistory,
      session: active?.session,
      sessionReason: active?.reason,
      number: active?.number,
    };
  },
  shows: {
    ConnectionCreated: { of: fields },
    ConnectionChanged: { of: fields },
    ConnectionRemoved: { of: [...fields, 'session', 'number'] },
    ConnectionTokenRenewed: {},
    ConnectionMadeDefault: {},
    ConnectionSessionRequested: { said: ['newPairing', 'phoneNumber'] },
    ConnectionLogoutRequested: {},
    ConnectionStatusChanged: { of: ['session', 'sessionReason', 'number'] },
  },
});
