import type { WASocket } from '@whiskeysockets/baileys';

export type Baileys = typeof import('@whiskeysockets/baileys');
export type Socket = WASocket;

let loading: Promise<Baileys> | undefined;

/**
 * The WhatsApp library, mended, loaded when the first session needs it: a connector without sessions stays small.
 */
export const loadBaileys = (): Promise<Baileys> => {
  loading ??= load();
  return loading;
};

const load = async (): Promise<Baileys> => {
  const { mendLibrary } = await import('./signal/mend-library.ts');
  mendLibrary();
  return import('@whiskeysockets/baileys');
};

type Logger = Parameters<Baileys['makeWASocket']>[0] extends { logger?: infer L } ? NonNullable<L> : never;

/** The library's own log holds message texts and keys: none of it is written. */
export const silentLogger: Logger = {
  level: 'silent',
  child: () => silentLogger,
  trace: () => undefined,
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};
