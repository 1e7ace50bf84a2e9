import { pino } from 'pino';
import { expect, vi } from 'vitest';
import { runImports } from '#commands/contact-import/run-imports.ts';
import { contactImportsPolicy } from '#commands/policies/contact-imports-policy.ts';
import { followPolicy } from '#commands/policies/follow-policy.ts';
import { migratePolicies } from '#commands/policies/migrate.ts';
import type { Browser } from './browser.ts';
import type { Harness } from './harness.ts';

/** Works imports off, as the service of commands does; answers what stops that. */
export const startImports = async ({ pool, store, commands }: Harness): Promise<() => Promise<void>> => {
  await migratePolicies(pool);
  const stopping = new AbortController();
  const stores = { pool, innerPool: pool, store };
  const deps = { ...stores, commands, log: pino({ level: 'silent' }), signal: stopping.signal };
  const running = Promise.all([followPolicy(deps, contactImportsPolicy), runImports(deps)]);
  return async () => {
    stopping.abort();
    await running;
  };
};

/** What an import answers once it stands so, and lists show it. */
export const endedImport = async (harness: Harness, browser: Browser, id: string, status = 'finished') => {
  const body = await vi.waitFor(
    async () => {
      const { body } = await browser.get(`contacts/import/${id}`);
      expect([body.status, body.error]).toEqual([status, undefined]);
      return body;
    },
    { timeout: 30_000, interval: 50 },
  );
  await harness.caughtUp();
  return body;
};

export const noRows = { new: 0, updated: 0, duplicate: 0, invalid: 0, ignored: 0 };
