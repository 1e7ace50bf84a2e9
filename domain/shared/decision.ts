import type { ErrorCode } from './errors.ts';

/** Why a command was refused: a stable code, and what a screen needs to explain it. */
export type Rejection = {
  readonly rejected: ErrorCode;
  readonly details: Readonly<Record<string, unknown>>;
};

/** The three outcomes of a decision: events, nothing because it is already so, or a rejection. */
export type Decision<Event> = readonly Event[] | Rejection;

export const nothing: readonly never[] = [];

export const reject = (code: ErrorCode, details: Record<string, unknown> = {}): Rejection => ({
  rejected: code,
  details,
});

export const isRejection = (value: unknown): value is Rejection =>
  typeof value === 'object' && value !== null && 'rejected' in value;
