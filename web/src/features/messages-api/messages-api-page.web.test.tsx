import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { fakeNetwork } from '../../testing/network.ts';
import { stage } from '../../testing/stage.tsx';
import MessagesApiPage from './messages-api-page.tsx';

const open = (address: string, width = 1280) => stage(fakeNetwork(), <MessagesApiPage />, { address, width });
const tab = (name: string) => page.getByRole('tab', { name, exact: true });

it.each([
  ['/messages-api', 'Documentação'],
  ['/messages-api/keys', 'Chaves'],
  ['/messages-api/webhooks', 'Webhooks'],
  ['/messages-api/nothing', 'Documentação'],
])('opens at %s the tab %s', async (address, name) => {
  await open(address);
  await expect.element(tab(name)).toHaveAttribute('aria-selected', 'true');
});

it('says in the address which tab is open, on a phone too', async () => {
  await open('/messages-api', 360);
  await tab('Webhooks').click();
  await expect.element(page.getByTestId('place')).toHaveTextContent('/messages-api/webhooks');
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
});
