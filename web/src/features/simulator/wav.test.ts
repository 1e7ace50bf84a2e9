import { describe, expect, it } from 'vitest';
import { encodeWav, loudness } from './wav.ts';

describe('a WAV file', () => {
  it('says its length, its rate and its samples', () => {
    const file = encodeWav(new Float32Array([0, 1, -1, 5]), 8_000);
    const view = new DataView(file.buffer);
    expect(new TextDecoder().decode(file.subarray(0, 4))).toBe('RIFF');
    expect([file.length, view.getUint32(4, true), view.getUint32(40, true)]).toEqual([52, 44, 8]);
    expect(view.getUint32(24, true)).toBe(8_000);
    expect([0, 1, 2, 3].map(index => view.getInt16(44 + index * 2, true))).toEqual([
      0, 32_767, -32_767, 32_767,
    ]);
  });
});

describe('the bars of a voice note', () => {
  it('are as high as its parts are loud', () => {
    expect(loudness(new Float32Array([0.5, -0.5, 0.25, 0.25, 0, 0]), 3)).toEqual([1, 0.5, 0]);
    expect(loudness(new Float32Array(4), 2)).toEqual([0, 0]);
  });
});
