import { readFileSync } from 'node:fs';
import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { contacts } from '#start/demo/records.ts';
import { chromiumPath, logIn, openBrowser, openWindow } from './browser.ts';
import { demoPassword, type Product, startProduct } from './product.ts';
import { row } from './screen.ts';

/** Bytes on the wire. */
const mostScript = 250_000;
const mostRequests = 30;

/** For the start of a page: what it does once the browser is idle waits. */
const holdIdle = 'window.held = []; window.requestIdleCallback = run => window.held.push(run);';

type Loaded = { url: string; type: string; encoding: string | undefined; cached: string; bytes: number };

if (!chromiumPath()) console.warn('browser stories are left out: there is no Chromium on this machine');

describe.skipIf(!chromiumPath())('the first screen of somebody who is signed in', () => {
  let product: Product;
  let browser: Browser;
  let context: BrowserContext;
  /** What the list of tickets needs, and that with what is fetched ahead once the browser has nothing else to do. */
  let needed: readonly Loaded[];
  let loaded: readonly Loaded[];

  beforeAll(async () => {
    product = await startProduct();
    browser = await openBrowser();
    const signedIn = await openWindow(browser);
    await logIn(signedIn.page, product.url, 'ana@demo.local', demoPassword);
    context = await browser.newContext({
      storageState: await signedIn.context.storageState(),
      locale: 'pt-BR',
    });
    await signedIn.context.close();
    const page = await context.newPage();
    const wire = await context.newCDPSession(page);
    const all = new Map<string, Loaded>();
    await wire.send('Network.enable');
    wire.on('Network.responseReceived', ({ requestId, response, type }) => {
      const { 'content-encoding': encoding, 'cache-control': cached = '' } = response.headers;
      all.set(requestId, { url: response.url, type, encoding, cached, bytes: 0 });
    });
    wire.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const known = all.get(requestId);
      if (known) known.bytes = encodedDataLength;
    });
    await page.addInitScript(holdIdle);
    await page.goto(`${product.url}/tickets`);
    await row(page, contacts.carla.name).waitFor();
    await page.waitForLoadState('networkidle');
    needed = [...all.values()];
    await page.evaluate('for (const run of window.held) run()');
    await vi.waitFor(() => expect(all.size).toBeGreaterThan(needed.length), { timeout: 20_000 });
    await page.waitForLoadState('networkidle');
    loaded = [...all.values()];
  });
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
  });

  it('is there after at most 30 requests, with what is fetched ahead', () => {
    console.info(`${needed.length} requests to the list, ${loaded.length} in all`);
    expect(loaded.length).toBeLessThanOrEqual(mostRequests);
  });

  it('takes at most 250 kB of script to the list of tickets', () => {
    const scripts = needed.filter(({ type }) => type === 'Script');
    const bytes = scripts.reduce((sum, script) => sum + script.bytes, 0);
    console.info(`${(bytes / 1000).toFixed(1)} kB of script in ${scripts.length} files, on the wire`);
    expect(bytes).toBeGreaterThan(0);
    expect(bytes).toBeLessThanOrEqual(mostScript);
  });

  it('has no files that import each other in a circle, which would run before what they need', () => {
    const manifest: Readonly<Record<string, { readonly imports?: readonly string[] }>> = JSON.parse(
      readFileSync(new URL('../../web/dist/.vite/manifest.json', import.meta.url), 'utf8'),
    );
    const isDone = new Set<string>();
    const circles: string[] = [];
    const visit = (name: string, way: readonly string[]): void => {
      if (way.includes(name)) circles.push([...way, name].join(' > '));
      if (way.includes(name) || isDone.has(name)) return;
      for (const imported of manifest[name]?.imports ?? []) visit(imported, [...way, name]);
      isDone.add(name);
    };
    for (const name of Object.keys(manifest)) visit(name, []);
    expect(circles).toEqual([]);
  });

  it('gets what was built compressed, to be kept for ever', () => {
    const built = loaded.filter(({ url }) => url.includes('/assets/'));
    expect(built.length).toBeGreaterThan(3);
    // What fits into one packet is not compressed.
    const plain = built.filter(({ encoding, bytes }) => encoding !== 'br' && bytes > 2_000);
    expect(plain).toEqual([]);
    for (const { cached } of built) expect(cached).toBe('public, max-age=31536000, immutable');
  });

  it('serves gzip to who takes nothing better, and the same words uncompressed', async () => {
    const largest = loaded.toSorted((one, other) => other.bytes - one.bytes)[0]?.url ?? '';
    const get = (encoding: string) => fetch(largest, { headers: { 'accept-encoding': encoding } });
    const [zipped, plain] = [await get('gzip'), await get('identity')];
    expect([zipped.headers.get('content-encoding'), plain.headers.get('content-encoding')]).toEqual([
      'gzip',
      null,
    ]);
    expect(zipped.headers.get('vary')).toMatch(/accept-encoding/i);
    expect(await zipped.text()).toBe(await plain.text());
  });
});
