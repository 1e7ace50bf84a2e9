import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

type Looked = {
  /** Where to look, when not everywhere. */
  readonly within?: string | undefined;
  /** Whether only what depends on colours is looked at. */
  readonly contrast?: boolean;
};

/** What stands in the way of people with assistive technology, by rule and place. */
export const faults = async (page: Page, { within, contrast = false }: Looked = {}): Promise<string[]> => {
  // In the page itself, not in a new one that is opened for the results alone: our screens have no frames.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  if (within !== undefined) axe.include(within);
  if (contrast) axe.withRules('color-contrast');
  const { violations } = await axe.analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} ${target} ${failureSummary}`),
    );
};

/** The colours that the page has chosen. */
export const schemeOf = (page: Page): Promise<string | null> =>
  page.locator('html').getAttribute('data-mantine-color-scheme');

/** For the start of a page: adds up how much of it moves without anybody having touched it. */
export const watchShifts = `
  window.shifted = 0;
  new PerformanceObserver(list => {
    for (const shift of list.getEntries()) if (!shift.hadRecentInput) window.shifted += shift.value;
  }).observe({ type: 'layout-shift', buffered: true });
`;

export const shiftsOf = (page: Page): Promise<number> => page.evaluate('window.shifted');

/** Words of the Portuguese screens that no other language has, where they are shown or read out. */
export const portuguese = async (page: Page): Promise<string[]> => {
  const text: string = await page.evaluate(`
    [document.title, document.body.innerText,
      ...[...document.querySelectorAll('[aria-label],[placeholder],[title]')].flatMap(each =>
        ['aria-label', 'placeholder', 'title'].map(name => each.getAttribute(name) ?? ''))].join('\\n')
  `);
  const words = ['Atendimento', 'Aguardando', 'Atendendo', 'Fechado', 'Filas', 'Conexões', 'Situação'];
  return words.filter(word => text.includes(word));
};
