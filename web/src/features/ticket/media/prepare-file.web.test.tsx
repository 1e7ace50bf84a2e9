import { expect, it, vi } from 'vitest';
import { prepareFile } from './prepare-file.ts';

it('makes pictures smaller with the quality 0.7', async () => {
  const canvas = new OffscreenCanvas(900, 900);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('this browser cannot draw');
  const noise = context.createImageData(900, 900);
  let random = 1;
  for (let at = 0; at < noise.data.length; at += 1) {
    random = (Math.imul(random, 1_103_515_245) + 12_345) >>> 0;
    noise.data[at] = at % 4 === 3 ? 255 : random >>> 24;
  }
  context.putImageData(noise, 0, 0);
  const picture = new File([await canvas.convertToBlob({ type: 'image/png' })], 'foto.png', {
    type: 'image/png',
  });
  expect(picture.size).toBeGreaterThan(300_000);
  const written = vi.spyOn(HTMLCanvasElement.prototype, 'toBlob');
  const { file } = await prepareFile(picture);
  expect(written.mock.calls.map(([, type, quality]) => [type, quality])).toEqual([['image/jpeg', 0.7]]);
  expect([file.type, file.name, file.size < picture.size]).toEqual(['image/jpeg', 'foto.jpg', true]);
  written.mockRestore();
});
