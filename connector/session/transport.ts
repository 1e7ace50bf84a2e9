import { Agent } from 'node:https';
import type { UserFacingSocketConfig } from '@whiskeysockets/baileys';
import { z } from 'zod';
import type { Provider } from '#domain/connection/events.ts';
import type { Baileys } from '../baileys.ts';

/** Where sockets of a provider go. Asked before each one opens; rejects when the far side cannot be reached. */
export type Transport = (baileys: Baileys) => Promise<Partial<UserFacingSocketConfig>>;

const simulatorInfo = z.object({
  wsUrl: z.string(),
  rootKey: z.string().regex(/^[0-9a-f]{64}$/),
  mediaCa: z.string().optional(),
});

/**
 * The transport of a provider: real WhatsApp as the library knows it, or a simulator. Which root signs a server's
 * certificate is one setting for the whole process, so a process serves one provider only.
 */
export const createTransport = (provider: Provider, simulatorUrl: string | undefined): Transport => {
  if (provider === 'beta') return async () => ({});
  return async baileys => {
    const answer = await fetch(`${simulatorUrl}/info`, { signal: AbortSignal.timeout(2_000) });
    const { wsUrl, rootKey, mediaCa } = simulatorInfo.parse(await answer.json());
    baileys.WA_CERT_DETAILS.PUBLIC_KEY = Buffer.from(rootKey, 'hex');
    return { waWebSocketUrl: wsUrl, ...(mediaCa ? { fetchAgent: new Agent({ ca: mediaCa }) } : {}) };
  };
};
