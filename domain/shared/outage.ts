import { tellable } from './telling.ts';

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
  [/ECONNREFUSED/, 'connection refused'],
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
  return { reason: tellable(error).split('\n')[0] ?? '', lasting: false };
};

const wordsOf = (error: unknown, depth = 0): string => {
  if (!(error instanceof Error) || depth > 4) return '';
  const code = 'code' in error ? String(error.code) : '';
  return `${error.name} ${code} ${error.message}\n${wordsOf(error.cause, depth + 1)}`;
};
