import { openAsBlob } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { S3mini } from 's3mini';
import { type BlobName, type Blobs, pathOf } from './blobs.ts';

/** A bucket of any store that speaks S3. `endpoint` is without the bucket. */
export type S3Settings = {
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly key: string;
  readonly secret: string;
};

/** Blobs as objects of a bucket, which must be there. Throws what the network and the store say. */
export const openS3Blobs = (settings: S3Settings): Blobs => {
  const { endpoint, bucket, region, key, secret } = settings;
  const s3 = new S3mini({
    endpoint: `${endpoint.replace(/\/+$/, '')}/${bucket}`,
    ...{ region, accessKeyId: key, secretAccessKey: secret },
  });
  const size = async (name: BlobName): Promise<number | undefined> =>
    (await s3.objectExists(pathOf(name))) === true ? s3.getContentLength(pathOf(name)) : undefined;
  return {
    put: async (name, file) => {
      if ((await size(name)) === undefined) {
        const { ok, status } = await s3.putAnyObject(pathOf(name), await openAsBlob(file));
        if (!ok) throw new Error(`the S3 store answered ${status}`);
      }
      await rm(file, { force: true });
    },
    open: async (name, range) => {
      if ((await size(name)) === undefined) return undefined;
      const { body } = range
        ? await s3.getObjectRaw(pathOf(name), false, range.from, range.to + 1)
        : await s3.getObjectRaw(pathOf(name));
      return body ? Readable.fromWeb(body) : Readable.from([]);
    },
    size,
    remove: async name => {
      await s3.deleteObject(pathOf(name));
    },
  };
};
