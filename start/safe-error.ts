import { printable, withoutAddresses } from '#domain/shared/printable.ts';

export type SafeError = {
  readonly type: string;
  readonly message: string;
  readonly stack?: string;
  readonly code?: string | number;
  readonly cause?: SafeError;
};

/** A stack begins with the message. */
const stackOf = ({ stack = '', message }: Error, told: string): string =>
  withoutAddresses(message === '' ? stack : stack.replace(message, () => told));

/**
 * What may be logged of an error: its kind, message, stack, code and cause, without addresses of people and values that
 * were refused. Whatever else hangs on it (the row that Postgres refused, the event that could not be folded, a stanza)
 * may be personal.
 */
export const safeError = (error: unknown, depth = 3): SafeError => {
  if (!(error instanceof Error)) return { type: typeof error, message: printable(error) };
  const told = printable(error);
  const code = 'code' in error && /^(string|number)$/.test(typeof error.code) ? error.code : undefined;
  return {
    type: error.name,
    message: told,
    ...(error.stack ? { stack: stackOf(error, told) } : {}),
    ...(code === undefined ? {} : { code: code as string | number }),
    ...(error.cause !== undefined && depth > 0 ? { cause: safeError(error.cause, depth - 1) } : {}),
  };
};
