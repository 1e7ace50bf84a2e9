import type { Page } from 'playwright-core';

/** How long the page has been at work, in ms: scripts, styles and layouts, whatever else the machine does. */
export const workOf = async (page: Page): Promise<() => Promise<number>> => {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Performance.enable');
  return async () => {
    const { metrics } = await devTools.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000;
  };
};
