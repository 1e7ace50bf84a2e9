import { createHash, timingSafeEqual } from 'node:crypto';
import { BlockList } from 'node:net';
import type { FastifyRequest } from 'fastify';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
loopback.addAddress('::1', 'ipv6');

export const isLoopback = (address: string): boolean =>
  loopback.check(address) || loopback.check(address, 'ipv6');

/**
 * Whether a call is the operator's: made on this machine without a proxy, which would make everybody look so, or
 * with the token that was configured (`authorization: Bearer …`).
 */
export const isOperator = ({ raw }: Pick<FastifyRequest, 'raw'>, token: string | undefined): boolean => {
  const { headers, socket } = raw;
  if (token && isSame(headers.authorization ?? '', `Bearer ${token}`)) return true;
  const isForwarded = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'].some(name => name in headers);
  return !isForwarded && isLoopback(socket.remoteAddress ?? '');
};

const isSame = (given: string, wanted: string): boolean => {
  const [one, other] = [given, wanted].map(text => createHash('sha256').update(text).digest());
  return one !== undefined && other !== undefined && timingSafeEqual(one, other);
};
