import { describe, expect, it } from 'vitest';
import { isWorthReloading, startScripts } from './newer-build.ts';

const page = (...scripts: string[]) => `<!doctype html><html><head>
  <script src="/color-scheme.js"></script>
  ${scripts.map(script => `<script type="module" crossorigin src="${script}"></script>`).join('\n')}
  <link rel="modulepreload" crossorigin href="/assets/react-1.js"></head></html>`;

describe('a page whose parts are not there any more', () => {
  it('knows its build by the scripts it starts with, of which some stay the same', () => {
    expect(startScripts(page('/assets/index-a.js'))).toBe('/assets/index-a.js');
    const [before, after] = ['a', 'b'].map(build =>
      startScripts(page('/assets/same.js', `/assets/${build}.js`)),
    );
    expect(isWorthReloading(after, before, '')).toBe(true);
    expect(startScripts('<html></html>')).toBeUndefined();
  });
  it('is loaded anew for another build', () => {
    expect(isWorthReloading('/assets/index-b.js', '/assets/index-a.js', '')).toBe(true);
  });
  it('stays where the server has the same build or none', () => {
    expect(isWorthReloading('/assets/index-a.js', '/assets/index-a.js', '')).toBe(false);
    expect(isWorthReloading(undefined, '/assets/index-a.js', '')).toBe(false);
  });
  it('is not loaded anew twice for one build', () => {
    const tried = '/assets/index-b.js /assets/index-c.js';
    expect(isWorthReloading('/assets/index-b.js', '/assets/index-a.js', tried)).toBe(false);
    expect(isWorthReloading('/assets/index-d.js', '/assets/index-a.js', tried)).toBe(true);
  });
});
