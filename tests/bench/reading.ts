import type { Product } from '../system/product.ts';
import { plainCaller } from './http.ts';
import { inFlight, ms, type Summary } from './measure.ts';
import { spoken } from './words.ts';

export type Note = (what: string, result: string, target: string, values: object) => void;

/** How long the questions of the screens take that grow with what there is: deep pages, searches, a long conversation. */
export const readings = async (
  product: Product,
  token: () => string,
  talkId: string,
  note: Note,
): Promise<void> => {
  const plain = plainCaller(product.url, token);
  const measure = async (
    what: string,
    path: string,
    target: string,
    leastBytes: number,
  ): Promise<Summary> => {
    const call = async () => {
      const answer = await plain.call('GET', path);
      if (answer.status !== 200 || answer.bytes < leastBytes)
        throw new Error(`${path} answered ${answer.status}, ${answer.bytes} bytes ${answer.text}`);
    };
    await inFlight(20, 1, call);
    const summary = await inFlight(150, 1, call);
    note(what, `p50 ${ms(summary.p50)}, p99 ${ms(summary.p99)}`, target, summary);
    return summary;
  };
  const words = (word: string) => encodeURIComponent(word);
  try {
    await measure('list page 100', '/tickets?status=pending&pageNumber=100', 'p99 under 40 ms', 5_000);
    const search = (word: string, target: string) =>
      measure(`search: ${word}`, `/messages/search?searchParam=${words(word)}`, target, 300);
    await search(spoken.rarely, 'p50 under 30 ms');
    await search('lelepi', 'p50 under 30 ms');
    await search(spoken.seldom, 'p50 under 30 ms');
    await search(spoken.sometimes, 'p99 under 150 ms');
    await search(spoken.often, 'p99 under 150 ms');
    await search(spoken.always, 'p99 under 150 ms');
    for (const word of [spoken.rarely, spoken.always])
      await measure(`list with ${word}`, `/tickets?searchParam=${words(word)}&status=pending`, '-', 300);
    await measure('conversation of 5,000, first page', `/messages/${talkId}`, 'p50 under 10 ms', 5_000);
  } finally {
    plain.close();
  }
};
