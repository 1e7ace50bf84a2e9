import type { Pool } from 'pg';
import { pino } from 'pino';
import { expect, it, vi } from 'vitest';
import type { Commands } from '#commands/commands.ts';
import { openAbandoned } from './abandoned.ts';

/** Pauses last until they are ended. */
vi.mock('#eventstore/pause.ts', () => ({
  pause: (_: number, signal: AbortSignal) =>
    new Promise<void>(resolve => {
      if (signal.aborted) resolve();
      signal.addEventListener('abort', () => resolve());
    }),
}));

it('looks once more when a connection is removed while it looks', async () => {
  const looks: PromiseWithResolvers<{ rows: never[] }>[] = [];
  const query = (text: string) => {
    if (!text.includes('from connector.reachable c join connector.outbox')) return { rows: [] };
    const look = Promise.withResolvers<{ rows: never[] }>();
    looks.push(look);
    return look.promise;
  };
  const stopping = new AbortController();
  const abandoned = openAbandoned({
    ...{ pool: { query } as unknown as Pool, commands: {} as Commands, provider: 'simulator' },
    ...{ log: pino({ level: 'silent' }), signal: stopping.signal },
  });
  const running = abandoned.run();
  await vi.waitFor(() => expect(looks).toHaveLength(1), { timeout: 20_000 });
  abandoned.wake();
  looks[0]?.resolve({ rows: [] });
  await vi.waitFor(() => expect(looks).toHaveLength(2), { timeout: 20_000 });
  looks[1]?.resolve({ rows: [] });
  stopping.abort();
  await running;
});
