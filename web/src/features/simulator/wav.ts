const headerBytes = 44;

/** Sound as a WAV file: one channel, 16 bits. Samples lie between -1 and 1. */
export const encodeWav = (samples: Float32Array, rate: number): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(headerBytes + samples.length * 2);
  const view = new DataView(bytes.buffer);
  const word = (at: number, text: string): void => {
    for (const [index, letter] of [...text].entries()) view.setUint8(at + index, letter.charCodeAt(0));
  };
  word(0, 'RIFF');
  view.setUint32(4, bytes.length - 8, true);
  word(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, rate, true);
  view.setUint32(28, rate * 2, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  word(36, 'data');
  view.setUint32(40, samples.length * 2, true);
  for (const [index, sample] of samples.entries()) {
    view.setInt16(headerBytes + index * 2, Math.max(-1, Math.min(1, sample)) * 0x7fff, true);
  }
  return bytes;
};

/** How loud each of `count` equal parts is, the loudest being 1. */
export const loudness = (samples: Float32Array, count: number): number[] => {
  const part = Math.max(1, Math.floor(samples.length / count));
  const parts = Array.from({ length: count }, (_, index) => {
    let sum = 0;
    for (const sample of samples.subarray(index * part, (index + 1) * part)) sum += sample * sample;
    return Math.sqrt(sum / part);
  });
  const loudest = Math.max(...parts);
  return parts.map(each => (loudest > 0 ? each / loudest : 0));
};
