import type { LookupAddress, LookupOptions } from 'node:dns';
import { lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { FetchRefused } from './refusal.ts';

/** All addresses that a name stands for. */
export type Resolve = (host: string, options: LookupOptions) => Promise<readonly LookupAddress[]>;

/** As the system does. */
export const resolveBySystem: Resolve = (host, options) =>
  new Promise((resolve, reject) =>
    systemLookup(host, { ...options, all: true }, (error, addresses) =>
      error ? reject(error) : resolve(addresses),
    ),
  );

/**
 * Resolves a name for the connection itself: what was checked is what is connected to, whatever the name stands for a
 * moment later. One address that `accepts` refuses is enough to refuse the name, whatever the others are.
 */
export const checkedLookup =
  (resolve: Resolve, accepts: (address: string) => boolean): LookupFunction =>
  (host, options, answer) => {
    const refuse = (problem: FetchRefused) => answer(problem, '', 0);
    resolve(host, options).then(
      addresses => {
        const [first] = addresses;
        if (!first) return refuse(new FetchRefused('dns'));
        if (!addresses.every(({ address }) => accepts(address))) return refuse(new FetchRefused('address'));
        return options.all ? answer(null, [...addresses]) : answer(null, first.address, first.family);
      },
      (error: unknown) => refuse(new FetchRefused('dns', { cause: error })),
    );
  };
