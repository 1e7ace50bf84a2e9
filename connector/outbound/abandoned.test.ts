import type { Pool } from 'pg';
import { pino } from 'pino';
import { expect, it, vi } from 'vitest';
import type { Commands } from '#commands/commands.ts';
import { failAbandoned } from './abandoned.ts';

it('looks once more when a connection is removed while it looks', async () => {
  const looks: PromiseWithResolvers<{ rows: never[] }>[] = [];
  const query = () => {
    const look = Promise.withResolvers<{ rows: never[] }>();
    looks.push(look);
    return look.promise;
  };
  const abandon = failAbandoned({
    ...{ pool: { query } as unknown as Pool, commands: {} as Commands, provider: 'simulator' },
    ...{ log: pino({ level: 'silent' }), signal: new AbortController().signal },
  });
  abandon();
  expect(looks).toHaveLength(1);
  abandon();
  looks[0]?.resolve({ rows: [] });
  await vi.waitFor(() => expect(looks).toHaveLength(2), { timeout: 20_000 });
  looks[1]?.resolve({ rows: [] });
});
