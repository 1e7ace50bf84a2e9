import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { openBrowser } from '../testing/browser.ts';
import { type Harness, type HarnessOptions, openHarness } from '../testing/harness.ts';

let harness: Harness;
const logged: string[] = [];
const open = async (options: HarnessOptions = {}) => {
  logged.length = 0;
  const log = pino({ level: 'warn' }, { write: (line: string) => logged.push(line) });
  harness = await openHarness({ log, ...options });
};
afterEach(() => harness.close());

/** Of each thing that is open to this machine alone, whether it was open to this call. */
const openTo = async (ip: string, headers: Record<string, string> = {}) => {
  const browser = openBrowser(harness, ip);
  const founder = { companyName: '', name: 'Dona', email: 'dona@loja.test', password: 'segredo' };
  const [metrics, readiness, setup] = await Promise.all([
    browser.get('/metrics', headers),
    browser.get('/readyz', headers),
    browser.get('setup', headers),
  ]);
  const refused = await browser.post('setup', { ...founder, companyName: 'Loja', code: 'none' }, headers);
  return {
    metrics: metrics.status === 200,
    readiness: 'postgres' in readiness.body,
    setup: [!setup.body.code, refused.status !== 403],
  };
};
const everything = { metrics: true, readiness: true, setup: [true, true] };
const nothing = { metrics: false, readiness: false, setup: [false, false] };
const warnings = () => logged.filter(line => line.includes('TRUST_PROXY'));

describe('metrics, details of readiness and a first visit without a code', () => {
  it('are for calls of this machine alone, and none of them was forwarded', async () => {
    await open();
    expect(await openTo('203.0.113.9')).toEqual(nothing);
    expect(await openTo('127.0.0.1', { host: 'balcao.example' })).toEqual(nothing);
    expect(await openTo('127.0.0.1', { origin: 'https://balcao.example' })).toEqual(nothing);
    expect(warnings()).toEqual([]);
    for (const header of ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via'])
      expect(await openTo('127.0.0.1', { [header]: '127.0.0.1' })).toEqual(nothing);
    // Said once, with what to set.
    expect(warnings()).toEqual([expect.stringContaining('TRUST_PROXY=loopback')]);
    expect(await openTo('127.0.0.1')).toEqual(everything);
  });

  it('are for nobody without a code where a proxy of this machine is trusted', async () => {
    await open({ trustedProxies: ['loopback'] });
    expect(await openTo('127.0.0.1')).toEqual(nothing);
    expect(await openTo('127.0.0.1', { 'x-forwarded-for': '127.0.0.1' })).toEqual(nothing);
    expect(warnings()).toEqual([]);
  });

  it('are for nobody without a token where operators have one', async () => {
    await open({ operatorToken: 'token-of-the-tests' });
    expect(await openTo('127.0.0.1')).toEqual(nothing);
  });

  it('name the address of a proxy of the own network, and nobody else', async () => {
    await open();
    await openTo('::ffff:172.18.0.1', { 'x-forwarded-for': '203.0.113.9' });
    expect(warnings()).toEqual([expect.stringContaining('TRUST_PROXY=172.18.0.1.')]);
    await harness.close();
    await open();
    await openTo('203.0.113.9', { 'x-forwarded-for': '203.0.113.10' });
    expect(warnings()).toEqual([expect.stringContaining('TRUST_PROXY=its address')]);
    expect(warnings()[0]).not.toContain('203.0.113');
  });
});
