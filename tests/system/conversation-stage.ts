import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { createCommands } from '#commands/commands.ts';
import { newId } from '#commands/ids.ts';
import { isRejection } from '#domain/shared/decision.ts';
import { openEventStore } from '#eventstore/client.ts';
import { companyId } from '#start/demo/records.ts';
import { openServiceKeys } from '#start/person-keys.ts';
import type { Product } from './product.ts';

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
export const sound = (seconds: number): string => {
  const rate = 8_000;
  const samples = Buffer.alloc(rate * 2 * seconds);
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
  return Buffer.concat([head, samples]).toString('base64');
};

export const log = (page: Page): Locator => page.getByRole('log');

/** How far a message is from the top of the window. */
export const yOf = async (message: Locator): Promise<number> =>
  (await message.boundingBox())?.y ?? Number.NaN;

/**
 * Takes the conversation to its upper edge, where older messages are asked for. Answers how far the uppermost message
 * was moved in any frame until they had come, in pixels: NaN when it was away in one.
 */
export const shiftAtUpperEdge = (page: Page): Promise<number> =>
  page.evaluate(`(async () => {
    const log = document.querySelector('[role="log"]');
    const frame = () => new Promise(resolve => requestAnimationFrame(resolve));
    const rows = () => [...log.querySelectorAll('[data-testid^="message-"]')];
    for (let last = -1; log.scrollTop !== last; ) {
      last = log.scrollTop;
      log.scrollTop = 60;
      await frame();
      await frame();
    }
    const { top } = log.getBoundingClientRect();
    const first = rows().find(row => row.getBoundingClientRect().top > top);
    const name = first.getAttribute('data-testid');
    const before = first.getBoundingClientRect().top + 40;
    log.scrollTop = 20;
    let most = 0;
    for (let frames = 0, after = 0; after < 20 && frames < 2000; frames += 1) {
      await frame();
      const row = log.querySelector('[data-testid="' + name + '"]');
      const moved = row ? Math.abs(row.getBoundingClientRect().top - before) : NaN;
      most = Number.isNaN(moved) || Number.isNaN(most) ? NaN : Math.max(most, moved);
      if (log.scrollTop > 500) after += 1;
    }
    return log.scrollTop > 500 ? most : Infinity;
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
