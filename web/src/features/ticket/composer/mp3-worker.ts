import { Mp3Encoder } from '@breezystack/lamejs';
import { to16Bits } from './pcm.ts';

/** Specification, core, section 9: kilobits a second. */
const bitRate = 128;

export type Start = { readonly rate: number; readonly sound: MessagePort };

/**
 * Writes sound as mp3 while it is recorded. The port brings samples, and null at their end; then the whole file is
 * posted back, as its parts.
 */
self.addEventListener('message', ({ data }: MessageEvent<Start>) => {
  const encoder = new Mp3Encoder(1, data.rate, bitRate);
  const parts: Uint8Array<ArrayBuffer>[] = [];
  data.sound.onmessage = ({ data: samples }: MessageEvent<Float32Array | null>) => {
    const bytes = samples === null ? encoder.flush() : encoder.encodeBuffer(to16Bits(samples));
    if (bytes.length > 0) parts.push(new Uint8Array(bytes));
    if (samples === null) self.postMessage(parts);
  };
});
