import { backOffMs as backOff } from '#domain/shared/back-off.ts';

const page = { firstMs: 2_000, longestMs: 15_000, growth: 1.5, least: 0.1 };

/**
 * How long to wait before the n-th try (from 0): up to two seconds, growing, capped; anywhere within that, so that
 * all the pages that lost the same server come back one after the other. Where they are thousands the server says over
 * how long they should at least, in `spreadMs`.
 */
export const backOffMs = (tries: number, random: number, spreadMs = 0): number =>
  Math.max(backOff(tries + 1, page, random), Math.round(spreadMs * (page.least + (1 - page.least) * random)));
