import { Agent } from 'node:https';
import type { UserFacingSocketConfig } from '@whiskeysockets/baileys';
import { z } from 'zod';
import type { Provider } from '#domain/connection/events.ts';
import type { Baileys } from '../baileys.ts';
import type { MediaHosts } from '../media/fetch-file.ts';

/** Where sockets of a provider go. Asked before each one opens; rejects when the far side cannot be reached. */
export type Transport = (baileys: Baileys) => Promise<Partial<UserFacingSocketConfig>>;

const simulatorInfo = z.object({
  wsUrl: z.string(),
  rootKey: z.string().regex(/^[0-9a-f]{64}$/),
  mediaUrl: z.string().optional(),
  mediaCa: z.string().optional(),
});

/**
 * The transport of a provider: real WhatsApp as the library knows it, or a simulator. Which root signs a server's
 * certificate is one setting for the whole process, so a process serves one provider only.
 */
export const createTransport = (provider: Provider, simulatorUrl: string | undefined): Transport => {
  if (provider === 'beta') return async () => ({});
  return async baileys => {
    const { wsUrl, rootKey, mediaCa } = await askSimulator(simulatorUrl);
    baileys.WA_CERT_DETAILS.PUBLIC_KEY = Buffer.from(rootKey, 'hex');
    return { waWebSocketUrl: wsUrl, ...(mediaCa ? { fetchAgent: new Agent({ ca: mediaCa }) } : {}) };
  };
};

/** Where files of a provider's messages lie. Asked before each is fetched; rejects when that cannot be said. */
export const createMediaHosts = (
  provider: Provider,
  simulatorUrl: string | undefined,
): (() => Promise<MediaHosts>) => {
  if (provider === 'beta') return async () => whatsAppHosts;
  return async () => {
    const { mediaUrl, mediaCa } = await askSimulator(simulatorUrl);
    const own = [simulatorUrl, mediaUrl].flatMap(each => (each ? [new URL(each).origin] : []));
    return {
      allows: url => own.includes(url.origin),
      host: mediaUrl ? new URL(mediaUrl).host : '',
      agent: mediaCa ? new Agent({ ca: mediaCa }) : undefined,
    };
  };
};

const whatsAppHosts: MediaHosts = {
  allows: ({ protocol, hostname, port }) =>
    protocol === 'https:' && port === '' && hostname.endsWith('.whatsapp.net'),
  host: 'mmg.whatsapp.net',
};

const askSimulator = async (simulatorUrl: string | undefined) => {
  const answer = await fetch(`${simulatorUrl}/info`, { signal: AbortSignal.timeout(2_000) });
  return simulatorInfo.parse(await answer.json());
};
