import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Gateway } from '../gateway.ts';

/** Whether a call is the operator's: it is local, or brings the token that was configured (`authorization: Bearer …`). */
export const isOperator = (
  { raw }: Pick<FastifyRequest, 'raw'>,
  { isLocal, operatorToken }: Pick<Gateway, 'isLocal' | 'operatorToken'>,
): boolean =>
  isLocal(raw) ||
  (operatorToken !== undefined && isSame(raw.headers.authorization ?? '', `Bearer ${operatorToken}`));

const isSame = (given: string, wanted: string): boolean => {
  const [one, other] = [given, wanted].map(text => createHash('sha256').update(text).digest());
  return one !== undefined && other !== undefined && timingSafeEqual(one, other);
};
