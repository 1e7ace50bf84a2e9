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
  ['/replay/player/', 'Reproduzir'],
])('opens at %s the tab %s', async (address, name) => {
  await open(address);
  await expect.element(tab(name)).toHaveAttribute('aria-selected', 'true');
});

it('leads from an address that no tab has to the first one', async () => {
  await open('/replay/nothing');
  await expect.element(tab('Como estava')).toHaveAttribute('aria-selected', 'true');
  await expect.element(page.getByTestId('place')).toHaveTextContent(/^\/replay$/);
});

it('stays at the address of a ticket of the past', async () => {
  const address = '/replay/tickets/6b1c1f5e-6a0e-4f0e-9d0e-0c7c1f5e6a0e';
  await open(address);
  await expect.element(tab('Como estava')).toHaveAttribute('aria-selected', 'true');
  await expect.element(page.getByTestId('place')).toHaveTextContent(address);
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
