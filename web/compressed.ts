import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const words = /\.(js|css|html|json|svg)$/;
/** What is smaller goes in one packet anyway. */
const worthwhile = 500;

const [brotli, zip] = [promisify(brotliCompress), promisify(gzip)];

/** Puts a `.br` and a `.gz` beside every file of words of the build, as small as they get: the gateway serves those. */
export const compressed = (): Plugin => {
  let folder = '';
  return {
    name: 'compressed',
    apply: 'build',
    configResolved: config => {
      folder = resolve(config.root, config.build.outDir);
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      handler: async () => {
        const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
        await Promise.all(names.filter(isServed).map(name => compress(join(folder, name))));
      },
    },
  };
};

/** The manifest is the build's own. */
const isServed = (name: string): boolean => words.test(name) && !name.startsWith('.vite');

const compress = async (file: string): Promise<void> => {
  const bytes = readFileSync(file);
  if (bytes.length < worthwhile) return;
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  writeFileSync(`${file}.br`, await brotli(bytes, { params }));
  writeFileSync(`${file}.gz`, await zip(bytes, { level: 9 }));
};
