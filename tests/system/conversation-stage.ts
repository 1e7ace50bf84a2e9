import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { createCommands } from '#commands/commands.ts';
import { newId } from '#commands/ids.ts';
import { isRejection } from '#domain/shared/decision.ts';
import { openEventStore } from '#eventstore/client.ts';
import { companyId } from '#start/demo/records.ts';
import { openServiceKeys } from '#start/person-keys.ts';
import type { Product } from './product.ts';
import { wav } from './wav.ts';

/** What the stories of a conversation need beside the screen. */

/** A queue that nobody but administrators answers; no screen makes one yet. */
export const addQueue = async (product: Product, name: string): Promise<string> => {
  const { databaseUrl, eventstoreUrl } = product.running();
  const { keys, close } = await openServiceKeys({ databaseUrl, dataDir: product.dataDir });
  const store = openEventStore({ connectionString: eventstoreUrl, keys });
  try {
    const queueId = newId();
    const context = {
      ...{ companyId, commandId: newId(), at: new Date().toISOString(), principal: null },
      actor: { kind: 'system' },
    } as const;
    const texts = { greetingMessage: '', outOfHoursMessage: '' };
    const outcome = await createCommands({ store }).queue.create(context, {
      ...{ queueId, name, color: '#862e9c', ...texts },
    });
    if (isRejection(outcome)) throw new Error(`refused: ${outcome.rejected}`);
    return queueId;
  } finally {
    await store.close();
    await close();
  }
};

export const photo = async (label: string, hue: number): Promise<string> => {
  const drawn = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="600"><rect width="100%" height="100%"
    fill="hsl(${hue} 55% 55%)"/><text x="60" y="520" font-size="100" font-family="sans-serif"
    fill="white">${label}</text></svg>`;
  return (await sharp(Buffer.from(drawn)).jpeg().toBuffer()).toString('base64');
};

/** Seconds of silence, as a WAV file. */
export const sound = (seconds: number): string => wav(seconds, () => 0).toString('base64');

export const log = (page: Page): Locator => page.getByRole('log');

/** How far a message is from the top of the window. */
export const yOf = async (message: Locator): Promise<number> =>
  (await message.boundingBox())?.y ?? Number.NaN;

/**
 * Reads a conversation upwards to its very beginning, through all the pages that come. Answers how far in any step the
 * message in sight was from where the step alone would have left it, in pixels: NaN when it was away.
 */
export const shiftOnTheWayUp = (page: Page, beginning: string): Promise<number> =>
  page.evaluate(`(async () => {
    const log = document.querySelector('[role="log"]');
    const frame = () => new Promise(resolve => requestAnimationFrame(resolve));
    const rows = () => [...log.querySelectorAll('[data-testid^="message-"]')];
    const topOf = row => row.getBoundingClientRect().top;
    let most = 0;
    for (let steps = 0; steps < 3000; steps += 1) {
      if (log.scrollTop === 0 && rows()[0].textContent.startsWith(${JSON.stringify(beginning)})) return most;
      const row = rows().find(each => topOf(each) > topOf(log));
      const [name, before, step] = [row.getAttribute('data-testid'), topOf(row), Math.min(90, log.scrollTop)];
      log.scrollTop -= step;
      await frame();
      await frame();
      const now = log.querySelector('[data-testid="' + name + '"]');
      if (!now) return NaN;
      most = Math.max(most, Math.abs(topOf(now) - before - step));
    }
    return Infinity;
  })()`);

/** How far the conversation is from its end, in pixels. */
export const fromEnd = (page: Page): Promise<number> =>
  log(page).evaluate((element: unknown) => {
    const shown = element as { scrollHeight: number; scrollTop: number; clientHeight: number };
    return Math.round(shown.scrollHeight - shown.scrollTop - shown.clientHeight);
  });

/** What is drawn of the messages, from the upper to the lower. */
export const drawnIds = (page: Page): Promise<(string | undefined)[]> =>
  log(page)
    .locator('[data-testid^="message-"]')
    .evaluateAll(all => all.map(each => each.getAttribute('data-testid')?.slice('message-'.length)));
