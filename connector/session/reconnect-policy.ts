import type { ConnectionStatus } from '#domain/connection/events.ts';
import { backOffMs } from '#domain/shared/back-off.ts';

/** Why a socket ended, as the library says it. Codes are HTTP-like numbers of WhatsApp's own. */
export type Closing = {
  readonly code: number | undefined;
  readonly message: string;
  /** How many tries in a row ended before the session was open. */
  readonly failures: number;
};

export type NextStep =
  | { readonly step: 'reconnect'; readonly afterMs: number; readonly reason: string }
  | {
      readonly step: 'halt';
      readonly status: ConnectionStatus;
      readonly reason: string;
      readonly wipe: boolean;
      readonly alert: boolean;
    };

const again = { firstMs: 500, longestMs: 30_000 };
const triesOfBadSession = 3;

/**
 * What follows the end of a socket. `chance` is a number from 0 up to 1 that spreads the reconnects of many
 * sessions; credentials must be stored before a reconnect begins.
 */
export const afterClosing = (closing: Closing, chance: number): NextStep => {
  switch (closing.code) {
    case 515:
      return { step: 'reconnect', afterMs: 0, reason: 'restart-required' };
    case 401:
      return { ...halt('DISCONNECTED', 'logged-out'), wipe: true };
    case 403:
      return { ...halt('DISCONNECTED', 'forbidden'), alert: true };
    case 411:
      return { ...halt('DISCONNECTED', 'multi-device-mismatch'), alert: true };
    case 440:
      return { ...halt('DISCONNECTED', 'replaced'), alert: true };
    case 500:
      if (closing.failures >= triesOfBadSession)
        return { ...halt('DISCONNECTED', 'bad-session'), alert: true };
      return backOff(closing.failures, chance, 'bad-session');
    case 408:
      if (closing.message.includes('QR refs')) return halt('TIMEOUT', 'qr-timeout');
      return backOff(closing.failures, chance, 'connection-lost');
    case 503:
      return backOff(closing.failures, chance, 'unavailable');
    default:
      return backOff(closing.failures, chance, 'connection-lost');
  }
};

const halt = (status: ConnectionStatus, reason: string): Extract<NextStep, { step: 'halt' }> => ({
  step: 'halt',
  status,
  reason,
  wipe: false,
  alert: false,
});

const backOff = (failures: number, chance: number, reason: string): NextStep => ({
  step: 'reconnect',
  afterMs: backOffMs(failures + 1, again, chance),
  reason,
});
