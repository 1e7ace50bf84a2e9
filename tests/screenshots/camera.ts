import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { narrow, wide } from '../system/browser.ts';

export const folder =
  process.env.SCREENSHOTS_DIR ?? fileURLToPath(new URL('../../docs/images/', import.meta.url));

/** The four looks of every picture, as they stand in its name. */
export const widths = { wide, narrow } as const;
export type Width = keyof typeof widths;
export const schemes = ['light', 'dark'] as const;

export const fileOf = (state: string, width: Width, scheme: (typeof schemes)[number]): string =>
  `${state}-${width}-${scheme}.webp`;

/**
 * Takes a page as it stands in both colour schemes and stores small pictures of it. `hold` is called before each: it
 * brings back what passes by itself.
 */
export const shoot = async (
  page: Page,
  { state, width, hold }: { state: string; width: Width; hold?: (() => Promise<void>) | undefined },
): Promise<void> => {
  mkdirSync(folder, { recursive: true });
  for (const scheme of schemes) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    await hold?.();
    await page.evaluate(settled);
    const taken = await page.screenshot({ animations: 'disabled', caret: 'hide' });
    await sharp(taken)
      .webp({ nearLossless: true, quality: 50, effort: 5 })
      .toFile(`${folder}/${fileOf(state, width, scheme)}`);
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
};

/** Pictures in sight are drawn, fonts are there, and two frames have gone by. */
const settled = `(async () => {
  await document.fonts.ready;
  const images = [...document.images].filter(each => each.src && each.loading !== 'lazy');
  await Promise.all(images.map(each => each.decode().catch(() => undefined)));
  await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
})()`;
