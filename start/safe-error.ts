export type SafeError = {
  readonly type: string;
  readonly message: string;
  readonly stack?: string;
  readonly code?: string | number;
  readonly cause?: SafeError;
};

/** Addresses of people: e-mails and WhatsApp's jids. */
const addresses = /[\w.+-]+(:\d+)?@[\w-]+(\.[\w-]+)*/g;

const without = (text: string): string => text.replace(addresses, '…');

/**
 * What may be logged of an error: its kind, message, stack, code and cause, without addresses of people. Whatever else
 * hangs on it (the row that Postgres refused, the event that could not be folded, a stanza) may be personal.
 */
export const safeError = (error: unknown, depth = 3): SafeError => {
  if (!(error instanceof Error)) return { type: typeof error, message: without(String(error)) };
  const code = 'code' in error && /^(string|number)$/.test(typeof error.code) ? error.code : undefined;
  return {
    type: error.name,
    message: without(error.message),
    ...(error.stack ? { stack: without(error.stack) } : {}),
    ...(code === undefined ? {} : { code: code as string | number }),
    ...(error.cause !== undefined && depth > 0 ? { cause: safeError(error.cause, depth - 1) } : {}),
  };
};
