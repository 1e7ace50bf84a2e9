import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, openHarness } from '../testing/harness.ts';
import {
  isInstalled,
  type ProxyKind,
  proxyKinds,
  type StartedProxy,
  startProxy,
} from '../testing/proxies.ts';

const founder = { companyName: 'Loja', name: 'Dona', email: 'dona@loja.test', password: 'segredo' };
const missing = proxyKinds.filter(kind => !isInstalled(kind));
if (missing.length > 0)
  process.stderr.write(`tests behind ${missing.join(', ')} are left out: not installed on this machine\n`);

/** The other one looks in every byte like a program of this machine: only its operator can say that it is there. */
const isRecognised = (kind: ProxyKind): boolean => kind !== 'nginx over HTTP/1.1';

describe.each(proxyKinds)('behind %s of this machine, as it comes', kind => {
  const itBehind = it.skipIf(missing.includes(kind));
  const logged: string[] = [];
  let harness: Harness;
  let proxy: StartedProxy;
  beforeAll(async () => {
    if (missing.includes(kind)) return;
    const log = pino({ level: 'warn' }, { write: (line: string) => logged.push(line) });
    harness = await openHarness({ log });
    proxy = await startProxy(kind, Number(new URL(await harness.listen()).port));
  });
  afterAll(async () => {
    await proxy?.close();
    await harness?.close();
  });

  const setUp = (headers: Record<string, string>) =>
    fetch(`${proxy.url}/api/setup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ ...founder, code: 'none' }),
    });

  itBehind('the first visitor from elsewhere needs the code', async () => {
    const answer = await setUp({ origin: 'http://balcao.example', referer: 'http://balcao.example/setup' });
    expect([answer.status, await answer.json()]).toMatchObject([403, { error: 'ERR_NO_PERMISSION' }]);
  });

  if (isRecognised(kind))
    itBehind('nobody is local, whatever they send', async () => {
      expect((await setUp({})).status).toBe(403);
      expect((await fetch(`${proxy.url}/metrics`)).status).toBe(401);
      expect(await (await fetch(`${proxy.url}/readyz`)).json()).toEqual({ ok: true });
      const warned = logged.filter(line => line.includes('TRUST_PROXY=loopback'));
      expect(warned).toHaveLength(kind === 'caddy' ? 1 : 0);
    });
});
