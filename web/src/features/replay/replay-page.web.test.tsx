import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { fakeNetwork } from '../../testing/network.ts';
import { stage } from '../../testing/stage.tsx';
import ReplayPage from './replay-page.tsx';

const open = (address: string, width = 1280) => stage(fakeNetwork(), <ReplayPage />, { address, width });
const tab = (name: string) => page.getByRole('tab', { name, exact: true });

it.each([
  ['/replay', 'Como estava'],
  ['/replay/player', 'Reproduzir'],
  ['/replay/questions', 'Perguntas'],
  ['/replay/what-if', 'E se'],
  ['/replay/export', 'Exportar'],
  ['/replay/nothing', 'Como estava'],
])('opens at %s the tab %s', async (address, name) => {
  await open(address);
  await expect.element(tab(name)).toHaveAttribute('aria-selected', 'true');
});

it('says in the address which tab is open, on a phone too', async () => {
  await open('/replay', 360);
  await tab('Exportar').click();
  await expect.element(tab('Exportar')).toHaveAttribute('aria-selected', 'true');
  await expect.element(page.getByTestId('place')).toHaveTextContent('/replay/export');
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
});

it('shows the whole of the open tab on a phone', async () => {
  await open('/replay/export', 360);
  await expect.poll(() => tab('Exportar').element().getBoundingClientRect().right).toBeLessThanOrEqual(360);
});
