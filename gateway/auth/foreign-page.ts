import type { FastifyRequest } from 'fastify';

/**
 * Whether a call was made by a page of another origin. A browser says so itself (`Sec-Fetch-Site`), whatever the proxy
 * before us calls us; one that does not is known by its `Origin`, which must name the host that was called. Who sends
 * neither is no page: what a browser sends by itself, a program would have to be given.
 */
export const isFromForeignPage = ({ headers, host }: Pick<FastifyRequest, 'headers' | 'host'>): boolean => {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  const { origin } = headers;
  return origin !== undefined && hostIn(origin) !== host.toLowerCase();
};

const hostIn = (origin: string): string | undefined =>
  URL.canParse(origin) ? new URL(origin).host || undefined : undefined;
