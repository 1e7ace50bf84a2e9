import { setInterval as ticks } from 'node:timers/promises';
import { plainCaller } from '../bench/http.ts';
import type { Product } from '../system/product.ts';
import { createHistogram } from './histogram.ts';
import type { Crowded } from './many-sockets-company.ts';

const everyMs = 100;

/** Asks for lists and for readiness all the while; `stop` answers how that went. */
export const probe = (product: Product, companies: readonly Crowded[]) => {
  const lists = createHistogram();
  const ending = new AbortController();
  const callers = companies.map(({ admin }) => plainCaller(product.url, admin.token, 4));
  let [red, unanswered] = [0, 0];
  const once = async (n: number) => {
    const begun = performance.now();
    const [list, ready] = await Promise.all([
      callers[n % callers.length]?.call('GET', '/tickets?status=pending'),
      n % 5 === 0
        ? fetch(`${product.url}/readyz`).then(answer => answer.arrayBuffer().then(() => answer))
        : undefined,
    ]);
    if (list?.status === 200) lists.add(performance.now() - begun);
    else unanswered += 1;
    if (ready?.status === 503) red += 1;
  };
  const running = (async () => {
    const pending = new Set<Promise<void>>();
    let n = 0;
    try {
      for await (const _ of ticks(everyMs, undefined, { signal: ending.signal })) {
        const one: Promise<void> = once(n++)
          .catch(() => {
            unanswered += 1;
          })
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
    return { lists, red, unanswered };
  };
};
