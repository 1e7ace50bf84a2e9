import { backOffMs } from './back-off.ts';

const mostTries = 20;

/**
 * A part of the page that could not be loaded is asked for again: once there is network, or after a while. For
 * React's `lazy`, which keeps the first failure for as long as the page is open. Rejects after many tries.
 */
export const untilThere =
  <Part>(load: () => Promise<Part>, wait: (tries: number) => Promise<void> = nextChance) =>
  async (): Promise<Part> => {
    for (let tries = 0; ; tries += 1) {
      try {
        return await load();
      } catch (error) {
        if (tries >= mostTries) throw error;
        await wait(tries);
      }
    }
  };

const nextChance = (tries: number): Promise<void> =>
  new Promise(resolve => {
    const go = (): void => {
      clearTimeout(timer);
      window.removeEventListener('online', go);
      resolve();
    };
    const timer = setTimeout(go, backOffMs(tries, Math.random()));
    window.addEventListener('online', go);
  });
