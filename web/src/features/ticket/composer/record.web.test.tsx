import { expect, it } from 'vitest';

const rate = 48_000;
const seconds = 2;

it('writes mp3 of 128 kilobits a second', async () => {
  const worker = new Worker(new URL('./mp3-worker.ts', import.meta.url), { type: 'module' });
  const { port1, port2 } = new MessageChannel();
  const parts = new Promise<readonly Uint8Array<ArrayBuffer>[]>((resolve, reject) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = reject;
  });
  worker.postMessage({ rate, sound: port2 }, [port2]);
  for (let n = 0; n < seconds * 10; n += 1)
    port1.postMessage(Float32Array.from({ length: rate / 10 }, (_, at) => Math.sin(at / 10)));
  port1.postMessage(null);
  const bytes = new Uint8Array(await new Blob([...(await parts)]).arrayBuffer());
  worker.terminate();
  // A frame's head: synchronised, MPEG 1 layer 3; the ninth of its bit rates is 128.
  expect([bytes[0], (bytes[1] ?? 0) & 0xfe, (bytes[2] ?? 0) >> 4]).toEqual([0xff, 0xfa, 9]);
  const bitsASecond = (bytes.length * 8) / seconds;
  expect(bitsASecond).toBeGreaterThan(120_000);
  expect(bitsASecond).toBeLessThan(136_000);
});
