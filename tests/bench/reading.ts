import type { Product } from '../system/product.ts';
import { plainCaller } from './http.ts';
import { inFlight } from './measure.ts';
import { type Bar, quantiles, type Report, under } from './report.ts';
import { spoken } from './words.ts';

/** How long the questions of the screens take that grow with what there is: deep pages, searches, a long conversation. */
export const readings = async (
  product: Product,
  token: () => string,
  talkId: string,
  note: Report['note'],
): Promise<void> => {
  const plain = plainCaller(product.url, token);
  const measure = async (
    what: string,
    path: string,
    bar: Bar | undefined,
    leastBytes: number,
  ): Promise<void> => {
    const call = async () => {
      const answer = await plain.call('GET', path);
      if (answer.status !== 200 || answer.bytes < leastBytes)
        throw new Error(`${path} answered ${answer.status}, ${answer.bytes} bytes ${answer.text}`);
    };
    await inFlight(20, 1, call);
    const summary = await inFlight(150, 1, call);
    note(what, quantiles(summary), bar, summary);
  };
  const words = (word: string) => encodeURIComponent(word);
  try {
    await measure('list page 100', '/tickets?status=pending&pageNumber=100', under('p99', 40), 5_000);
    const search = (word: string, bar: Bar) =>
      measure(`search: ${word}`, `/messages/search?searchParam=${words(word)}`, bar, 300);
    await search(spoken.rarely, under('p50', 30));
    await search('lelepi', under('p50', 30));
    await search(spoken.seldom, under('p50', 30));
    await search(spoken.sometimes, under('p99', 150));
    await search(spoken.often, under('p99', 150));
    await search(spoken.always, under('p99', 150));
    for (const word of [spoken.rarely, spoken.always])
      await measure(
        `list with ${word}`,
        `/tickets?searchParam=${words(word)}&status=pending`,
        undefined,
        300,
      );
    await measure('conversation of 5,000, first page', `/messages/${talkId}`, under('p50', 10), 5_000);
  } finally {
    plain.close();
  }
};
