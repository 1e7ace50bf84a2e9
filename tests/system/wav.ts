const rate = 8_000;

/** Seconds of sound as a WAV file: 8,000 samples a second, each from -32,768 to 32,767, by their number. */
export const wav = (seconds: number, sampleAt: (n: number) => number): Buffer => {
  const samples = Buffer.alloc(rate * 2 * seconds);
  for (let n = 0; n < rate * seconds; n += 1) samples.writeInt16LE(Math.round(sampleAt(n)), n * 2);
  const head = Buffer.alloc(44);
  head.write('RIFF');
  head.writeUInt32LE(36 + samples.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate * 2, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36);
  head.writeUInt32LE(samples.length, 40);
  return Buffer.concat([head, samples]);
};
