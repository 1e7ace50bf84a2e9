import type { ErrorCode } from '#domain/shared/errors.ts';

/** Codes of the server, and of the browser: it did not reach or understand the server, or has lost a file to send. */
export type ApiErrorCode = ErrorCode | 'ERR_NETWORK' | 'ERR_ANSWER' | 'ERR_FILE_GONE';

export class ApiError extends Error {
  readonly status: number;
  readonly code: ApiErrorCode;
  readonly details: Readonly<Record<string, unknown>>;
  /** How long the server wants to be left alone, where it said so. */
  readonly retryAfterMs: number | undefined;

  constructor(
    reason: {
      status: number;
      code: ApiErrorCode;
      details?: Record<string, unknown> | undefined;
      retryAfterMs?: number | undefined;
    },
    message = '',
  ) {
    super(message || reason.code);
    this.name = 'ApiError';
    this.status = reason.status;
    this.code = reason.code;
    this.details = reason.details ?? {};
    this.retryAfterMs = reason.retryAfterMs;
  }
}

/** Whether the same call may succeed later without anybody changing anything. */
export const isTransient = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);
