import type { SessionStatus } from './status-reporter.ts';

type Dependencies = {
  /** The phone to pair with by a code that is typed there; null to pair by QR code. */
  readonly number: string | null;
  readonly requestCode: (number: string) => Promise<string | undefined>;
  readonly report: (change: Partial<SessionStatus>) => void;
  readonly status: () => SessionStatus;
  /** Whether this is still about the newest socket. */
  readonly isCurrent: () => boolean;
  readonly onProblem: (error: unknown) => void;
};

/**
 * Shows how a phone can be paired, each time the socket has a new QR code. A code to type is asked for once and
 * lasts as long as the socket; when WhatsApp gives none, the QR code is shown.
 */
export const createPairingCodes = (dependencies: Dependencies): ((qr: string) => void) => {
  const { number, requestCode, report, status, isCurrent, onProblem } = dependencies;
  let asked = false;
  const stillUnpaired = () => isCurrent() && status().status === 'OPENING';

  const ask = async (phone: string, qr: string) => {
    try {
      const pairingCode = await requestCode(phone);
      if (pairingCode && stillUnpaired()) report({ status: 'qrcode', pairingCode });
    } catch (error) {
      onProblem(error);
      if (stillUnpaired()) report({ status: 'qrcode', qr });
    }
  };
  return qr => {
    if (number === null) return report({ status: 'qrcode', qr, retries: status().retries + 1 });
    if (!asked) void ask(number, qr);
    asked = true;
  };
};
