import { type ErrorCode, errors } from '#domain/shared/errors.ts';

type More = {
  readonly details?: Readonly<Record<string, unknown>>;
  readonly message?: string;
  readonly retryAfterSeconds?: number;
};

/** A call that is refused for a reason the caller may know. Everything else thrown is a fault of ours. */
export class CallRefused extends Error {
  readonly code: ErrorCode;
  readonly details: Readonly<Record<string, unknown>> | undefined;
  readonly retryAfterSeconds: number | undefined;
  constructor(code: ErrorCode, more: More = {}) {
    super(more.message ?? errors[code].text);
    this.name = 'CallRefused';
    this.code = code;
    this.details = more.details;
    this.retryAfterSeconds = more.retryAfterSeconds;
  }
}

/** Some of what was asked for is done: the same call again is to do the rest, and not all of it anew. */
export class RestRefused extends CallRefused {
  constructor({ code, message, details }: CallRefused) {
    super(code, { message, ...(details ? { details } : {}) });
  }
}

export const refuse = (code: ErrorCode, details?: Readonly<Record<string, unknown>>): CallRefused =>
  new CallRefused(code, details ? { details } : {});
