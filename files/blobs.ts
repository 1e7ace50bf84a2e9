import type { Readable } from 'node:stream';

/** First and last byte, both included. */
export type ByteRange = { readonly from: number; readonly to: number };

/** Where bytes lie under names made of a company and a hash. What is there never changes. */
export type Blobs = {
  /** Puts a whole file there and takes it away from where it was. There already, it is only taken away. Durable. */
  readonly put: (name: BlobName, file: string) => Promise<void>;
  /** Undefined when there is nothing of this name. The reader must read or destroy the stream. */
  readonly open: (name: BlobName, range?: ByteRange) => Promise<Readable | undefined>;
  readonly size: (name: BlobName) => Promise<number | undefined>;
  /** Quiet when it is gone already. */
  readonly remove: (name: BlobName) => Promise<void>;
};
export type BlobName = { readonly companyId: string; readonly hash: string };

/** `<company>/<first two letters>/<hash>`. Throws for names that are none. */
export const pathOf = ({ companyId, hash }: BlobName): string => {
  if (!/^[0-9a-f-]{36}$/.test(companyId) || !/^[0-9a-f]{64}$/.test(hash)) throw new Error('no name of media');
  return `${companyId}/${hash.slice(0, 2)}/${hash}`;
};
