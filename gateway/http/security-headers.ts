import type { App } from '../gateway.ts';

/** Headers that every answer has. The API's own pages under /docs bring a policy of their own. */
export const addSecurityHeaders = (app: App, simulatorUrl: string | undefined): void => {
  const policy = contentSecurityPolicy(simulatorUrl);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-content-type-options', 'nosniff');
    reply.header('referrer-policy', 'same-origin');
    reply.header('x-frame-options', 'DENY');
    reply.header('cross-origin-opener-policy', 'same-origin');
    reply.header('permissions-policy', 'camera=(), geolocation=(), payment=(), microphone=(self)');
    if (request.protocol === 'https') reply.header('strict-transport-security', 'max-age=31536000');
    if (!request.url.startsWith('/docs')) reply.header('content-security-policy', policy);
  });
};

const contentSecurityPolicy = (simulatorUrl: string | undefined): string => {
  const pictures = simulatorUrl ? ` ${new URL(simulatorUrl).origin}` : '';
  return [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob:${pictures}`,
    "media-src 'self' data: blob:",
    "font-src 'self' data:",
    // With it goes the live channel, which is of the same host.
    "connect-src 'self'",
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
};
