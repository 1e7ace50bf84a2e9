import { setInterval as ticks } from 'node:timers/promises';
import { plainCaller } from '../../bench/http.ts';
import type { Product } from '../../system/product.ts';
import { createHistogram } from '../histogram.ts';
import type { Crowded } from './company.ts';

const everyMs = 50;
const readinessEvery = 10;

/**
 * Asks for a list and for next to nothing twenty times a second, whatever became of the questions before, and for
 * readiness twice. `stop` answers how that went.
 */
export const probe = (product: Product, companies: readonly Crowded[]) => {
  const [lists, calls] = [createHistogram(), createHistogram()];
  const ending = new AbortController();
  const callers = companies.map(({ admin }) => plainCaller(product.url, () => admin.token, 16));
  let [red, unanswered] = [0, 0];
  const ask = async (n: number, path: string, times: typeof lists) => {
    const begun = performance.now();
    const answer = await callers[n % callers.length]?.call('GET', path);
    if (answer?.status === 200) times.add(performance.now() - begun);
    else unanswered += 1;
  };
  const askReadiness = async () => {
    const answer = await fetch(`${product.url}/readyz`);
    await answer.arrayBuffer();
    if (answer.status === 503) red += 1;
  };
  const once = (n: number) =>
    Promise.all([
      ask(n, '/tickets?status=pending', lists),
      ask(n, '/live', calls),
      n % readinessEvery === 0 ? askReadiness() : undefined,
    ]);
  const running = (async () => {
    const pending = new Set<Promise<void>>();
    let n = 0;
    try {
      for await (const _ of ticks(everyMs, undefined, { signal: ending.signal })) {
        const one: Promise<void> = once(n++)
          .then(
            () => undefined,
            () => {
              unanswered += 1;
            },
          )
          .finally(() => pending.delete(one));
        pending.add(one);
      }
    } catch (error) {
      if (!ending.signal.aborted) throw error;
    }
    await Promise.all(pending);
  })();
  return async () => {
    ending.abort();
    await running;
    for (const caller of callers) caller.close();
    return { lists, calls, red, unanswered };
  };
};
