/** Samples between -1 and 1 as whole numbers of 16 bits. */
export const to16Bits = (samples: Float32Array): Int16Array => {
  const whole = new Int16Array(samples.length);
  for (const [index, sample] of samples.entries()) {
    const held = Math.max(-1, Math.min(1, sample));
    whole[index] = Math.round(held * (held < 0 ? 0x8000 : 0x7fff));
  }
  return whole;
};

/** Rates that an mp3 file can have. */
const rates: ReadonlySet<number> = new Set([
  8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000,
]);
export const isMp3Rate = (rate: number): boolean => rates.has(rate);
