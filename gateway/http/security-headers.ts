import type { FastifyReply, FastifyRequest } from 'fastify';

type SetHeaders = (request: FastifyRequest, reply: FastifyReply) => void;

/**
 * Headers that every answer has, whatever its status. Nothing is kept by a cache but what its route says may be: signed
 * files and files of the web app. The API's own pages under /docs bring a policy of their own.
 */
export const answerHeaders = (simulatorUrl: string | undefined): SetHeaders => {
  const policy = contentSecurityPolicy(simulatorUrl);
  return (request, reply) => {
    reply.header('cache-control', 'no-store');
    reply.header('x-content-type-options', 'nosniff');
    reply.header('referrer-policy', 'same-origin');
    reply.header('x-frame-options', 'DENY');
    reply.header('cross-origin-opener-policy', 'same-origin');
    reply.header('permissions-policy', 'camera=(), geolocation=(), payment=(), microphone=(self)');
    if (request.protocol === 'https') reply.header('strict-transport-security', 'max-age=31536000');
    if (!request.url.startsWith('/docs')) reply.header('content-security-policy', policy);
  };
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

/** Of the logo that Swagger UI brings and shows for a moment before ours takes its place. */
const styleOfTheirLogo = "'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='";

/** Of the pages under /docs. Nothing is upgraded to https, which a server in an office's own network may not speak. */
export const docsPolicy = [
  "default-src 'self'",
  "script-src 'self'",
  "script-src-attr 'none'",
  `style-src 'self' ${styleOfTheirLogo}`,
  "img-src 'self' data:",
  "font-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');
