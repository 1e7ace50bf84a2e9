import { Worker } from 'node:worker_threads';

/** A sheet of texts as an .xlsx file, written in a thread of its own. Every cell is a text, whatever it looks like. */
export const writeXlsx = (rows: readonly (readonly string[])[]): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./xlsx-worker.ts', import.meta.url), {
      workerData: rows,
      execArgv: ['--disable-warning=ExperimentalWarning'],
      resourceLimits: { maxOldGenerationSizeMb: 768 },
    });
    worker.once('message', (bytes: Uint8Array) => resolve(Buffer.from(bytes)));
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('a sheet was not written')));
  });
