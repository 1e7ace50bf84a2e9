import { setTimeout as pause } from 'node:timers/promises';
import { outageOf } from '#domain/shared/outage.ts';
import { ConfigError } from './config.ts';

export type AwaitedStore = {
  /** As in a sentence: "the event store". */
  readonly name: string;
  /** Hosts and ports, and nothing else of its connection string. */
  readonly at: string;
  /** The variable that points to it. */
  readonly variable: string;
  /** Uses it once; throws what is in the way, soon. */
  readonly look: () => Promise<void>;
};
export type Waiting = {
  readonly say: (line: string) => void;
  readonly signal: AbortSignal;
  readonly withinMs?: number;
  /** One that can be read is enough. */
  readonly evenFull?: boolean;
};

const lookEveryMs = 500;
const patienceMs = 30_000;

/**
 * Resolves as soon as a store can be used; until then says what is waited for, each time that the reason is another.
 * Room on a full disk is waited for as long as it takes.
 * @throws {ConfigError} in one sentence: at once where waiting cannot help, else after 30 seconds.
 */
export const awaitStore = async (store: AwaitedStore, waiting: Waiting): Promise<void> => {
  const { say, signal, withinMs = patienceMs, evenFull = false } = waiting;
  const until = Date.now() + withinMs;
  const which = `${store.name} at ${store.at}`;
  for (let said = ''; ; ) {
    signal.throwIfAborted();
    const outage = await store.look().then(() => undefined, outageOf);
    if (!outage) return;
    const { reason, lasting, full = false } = outage;
    if (full && evenFull) return;
    if (lasting) throw new ConfigError(`${capital(which)} cannot be used: ${reason} (${store.variable}).`);
    if (!full && Date.now() > until)
      throw new ConfigError(`${capital(which)} could not be used within ${withinMs / 1000} s: ${reason}.`);
    if (reason !== said) say(`waiting for ${which}: ${reason}`);
    said = reason;
    await pause(lookEveryMs, undefined, { signal });
  }
};

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
