import { printable } from './printable.ts';

export type Outage = {
  /** For a person, without names, addresses of people and passwords. */
  readonly reason: string;
  /** Waiting does not help: somebody has to change something. */
  readonly lasting: boolean;
  /** It can be read and takes nothing in until its disk has room. */
  readonly full?: boolean;
};

const full = /\b(53100|25006)\b|ENOSPC|disk is full|no space left/i;

const passing: readonly (readonly [RegExp, string])[] = [
  [/ECONNREFUSED|connect ENOENT/, 'connection refused'],
  [/ENOTFOUND|EAI_AGAIN|Name resolution failed/, 'its name is not known'],
  [/ENETUNREACH|EHOSTUNREACH/, 'there is no way to it'],
  [/\b57P03\b/, 'it is starting or stopping'],
  [/\b53300\b/, 'it has no connection left'],
  [/NotLeader/, 'it is not the leader of its cluster, and no leader is known'],
  [/Failed to discover/, 'no leader is known'],
  [/timeout|timed out|no answer|ETIMEDOUT|DEADLINE_EXCEEDED/i, 'no answer in time'],
  [/ECONNRESET|EPIPE|\b57P0[12]\b|terminated|Protocol error|Failed to connect/, 'the connection broke'],
];

const lasting: readonly (readonly [RegExp, string])[] = [
  [
    /\b(28P01|28000)\b|SASL|UNAUTHENTICATED|PERMISSION_DENIED|AccessDenied|denies access/,
    'the account or its password is refused',
  ],
  [/\b3D000\b/, 'there is no such database'],
  [/wrong version number|does not support SSL/, 'it does not speak TLS'],
  [/expects TLS/, 'it expects TLS'],
  [/certificate file/i, 'the file of its certificate cannot be read'],
  [/self-signed|unable to (verify|get)|UNABLE_TO|CERT_|altnames/, 'its certificate is not trusted'],
];

/** Why a store of ours cannot be used, from what its client has thrown and the causes of that. */
export const outageOf = (error: unknown): Outage => {
  const text = wordsOf(error);
  for (const [isIt, reason] of lasting) if (isIt.test(text)) return { reason, lasting: true };
  if (full.test(text)) return { reason: 'its disk is full', lasting: false, full: true };
  for (const [isIt, reason] of passing) if (isIt.test(text)) return { reason, lasting: false };
  return { reason: printable(error).split('\n')[0] ?? '', lasting: false };
};

const wordsOf = (error: unknown, depth = 0): string => {
  if (!(error instanceof Error) || depth > 4) return '';
  const code = 'code' in error ? String(error.code) : '';
  return `${error.name} ${code} ${error.message}\n${wordsOf(error.cause, depth + 1)}`;
};

/**
 * `outage`: Postgres or the event store is out of reach; wait for as long as it takes. `race`: others were in the way;
 * the same may succeed when it is done again. `refused`: what was asked will never be taken, however often it is tried.
 * `unknown`: anything else; a few tries.
 */
export type FailureKind = 'outage' | 'race' | 'refused' | 'unknown';

/** What to do about a failure of Postgres or of the event store: the one classification that all who retry go by. */
export const kindOfFailure = (error: unknown): FailureKind => {
  if (!(error instanceof Error)) return 'unknown';
  if (error.name === 'StoreUnavailable') return 'outage';
  if (error.name === 'LostRace') return 'race';
  if (error.name === 'UnreadableEvent') return 'refused';
  const reason = 'reason' in error ? error.reason : undefined;
  if (error.name === 'StoreRefused') return reason === 'access-denied' ? 'unknown' : 'refused';
  const code = codeOf(error);
  if (sqlState.test(code)) return kinds.find(([codes]) => codes.test(code))?.[1] ?? 'unknown';
  return networkCodes.has(code) || brokenConnection.test(error.message) || isMissingSocket(error)
    ? 'outage'
    : 'unknown';
};

/** A server that is reached through a socket of the machine takes its file away while it is not there. */
const isMissingSocket = (error: Error): boolean =>
  codeOf(error) === 'ENOENT' && 'syscall' in error && error.syscall === 'connect';

/** Postgres or the event store cannot be reached for now. */
export const isOutage = (error: unknown): boolean => kindOfFailure(error) === 'outage';

/**
 * Whether a failure is that of the event or row that was worked on, and not of what every other one needs, too: the
 * servers, their tables, rights and schemas. Only what fails by itself is set aside; a race is lost by both sides.
 */
export const isOfTheItem = (error: unknown): boolean => {
  const kind = kindOfFailure(error);
  if (kind === 'outage' || kind === 'race') return false;
  if (error instanceof Error && ofTheWhole.has(error.name)) return false;
  if (error instanceof Error && 'reason' in error && error.reason === 'access-denied') return false;
  const code = codeOf(error);
  return !sqlState.test(code) || ofRows.has(code.slice(0, 2));
};

const ofTheWhole: ReadonlySet<string> = new Set(['AbortError', 'LogCutShort']);

/** Classes of SQLSTATE that speak of the rows that were to be written: their number, values, rules and size. */
const ofRows: ReadonlySet<string> = new Set(['21', '22', '23', '54']);

/** The code of an error: SQLSTATE of Postgres, or the system's. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

const sqlState = /^(?!E[A-Z]{4}$)[0-9A-Z]{5}$/;

/** Classes of SQLSTATE and single ones, the first that fits. */
const kinds: readonly (readonly [RegExp, FailureKind])[] = [
  // Cancelled, by a limit of time or by somebody.
  [/^57014$/, 'race'],
  // Connections, resources (a full disk, no connection left), operators, the system; and a refused account.
  [/^(08|53|57|58|28)/, 'outage'],
  [/^(3D000|25006|25P03|25P04)$/, 'outage'],
  // Deadlocks, serialization, locks, what the server changes under a statement.
  [/^(40|55|25|XX000)/, 'race'],
  // Values and sizes.
  [/^(22|54)/, 'refused'],
];

const networkCodes: ReadonlySet<string> = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'],
  ...['ENETUNREACH', 'ENETDOWN', 'EHOSTUNREACH', 'EHOSTDOWN', 'ENOSPC', 'EMFILE', 'ENFILE'],
  // Of fetch.
  ...['UND_ERR_SOCKET', 'UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT'],
  ...['ERR_STREAM_DESTROYED', 'ERR_STREAM_WRITE_AFTER_END', 'ERR_SOCKET_CLOSED'],
]);

/** What the client of Postgres says without a code. */
const brokenConnection =
  /Connection terminated|connection timeout|timeout exceeded when trying to connect|not queryable|Query read timeout|Client was closed/i;
