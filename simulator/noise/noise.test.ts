import { NOISE_WA_HEADER } from '@whiskeysockets/baileys';
import { describe, expect, it } from 'vitest';
import { FrameReader, frame } from './frames.ts';

describe('frames', () => {
  it('come out whole however the bytes were cut', () => {
    const bytes = Buffer.concat([frame(Buffer.from('one')), frame(Buffer.from('two'))]);
    const reader = new FrameReader();
    const seen: string[] = [];
    for (const byte of bytes) {
      reader.push(Buffer.from([byte]));
      for (let next = reader.takeFrame(); next; next = reader.takeFrame()) seen.push(next.toString());
    }
    expect(seen).toEqual(['one', 'two']);
  });

  it('follow the intro, with or without a routing block before it', () => {
    const routing = Buffer.concat([Buffer.from('ED'), Buffer.from([0, 1, 0, 0, 2]), Buffer.from('rr')]);
    for (const start of [Buffer.alloc(0), routing]) {
      const reader = new FrameReader();
      reader.push(Buffer.concat([start, NOISE_WA_HEADER, frame(Buffer.from('x'))]));
      expect(reader.takeIntro()).toEqual(NOISE_WA_HEADER);
      expect(reader.takeFrame()?.toString()).toBe('x');
    }
  });

  it('wait for an intro that is not complete', () => {
    const reader = new FrameReader();
    reader.push(NOISE_WA_HEADER.subarray(0, 3));
    expect(reader.takeIntro()).toBeUndefined();
  });
});
