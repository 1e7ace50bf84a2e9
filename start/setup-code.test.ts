import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, it } from 'vitest';
import { awaitsFirstVisit, codeException, setupCode } from './setup-code.ts';

const [dataDir, other] = [1, 2].map(() => mkdtempSync(join(tmpdir(), 'balcao-code-'))) as [string, string];
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});
afterAll(() => {
  for (const folder of [dataDir, other]) rmSync(folder, { recursive: true });
});

it('is the same each time, and another elsewhere', () => {
  const code = setupCode({ dataDir });
  expect(code).toMatch(/^([a-z2-9]{4}-){3}[a-z2-9]{4}$/);
  expect(setupCode({ dataDir })).toBe(code);
  expect(setupCode({ dataDir: other })).not.toBe(code);
});

it('says who needs none', () => {
  const exceptions = [
    { trustedProxies: [], metricsToken: undefined },
    { trustedProxies: ['10.0.0.1'], metricsToken: undefined },
    { trustedProxies: ['loopback'], metricsToken: undefined },
    { trustedProxies: [], metricsToken: 'token-of-the-tests' },
  ].map(codeException);
  const onThisMachine = ', except from a browser on this machine';
  expect(exceptions).toEqual([onThisMachine, onThisMachine, '', '']);
});

it('knows from the gateway whether the first visit is still to come', async () => {
  const gateway = (body: string) =>
    new Promise<string>(resolve => {
      const server = createServer((_request, response) => response.end(body));
      servers.push(server);
      server.listen(0, '127.0.0.1', () =>
        resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
      );
    });
  expect(await awaitsFirstVisit(await gateway('{"needed":true,"code":true}'))).toBe(true);
  expect(await awaitsFirstVisit(await gateway('{"needed":false,"code":true}'))).toBe(false);
  expect(await awaitsFirstVisit(await gateway('gone'))).toBe(false);
  expect(await awaitsFirstVisit('http://127.0.0.1:1')).toBe(false);
});
