import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { ticketAt } from '../../live/testing/tickets.ts';
import { fakeNetwork } from '../../testing/network.ts';
import { stage } from '../../testing/stage.tsx';
import { HeaderMenuStep } from './header-menu-step.tsx';

it('the header says where the contact stands in the menu, or that machines have said enough, or nothing', async () => {
  const menu = { queue: 'Vendas', option: '2ª via', since: '2020-11-21T13:05:00.000Z' };
  await stage(
    fakeNetwork(),
    <>
      <HeaderMenuStep ticket={ticketAt(1, 1, { chatbot: true, menu })} />
      <HeaderMenuStep ticket={ticketAt(2, 1, { limited: true })} />
      <p data-testid="none">
        <HeaderMenuStep ticket={ticketAt(3, 1)} />
      </p>
    </>,
  );
  await expect.element(page.getByText('menu: Vendas › 2ª via · desde 21/11/20')).toBeVisible();
  await expect.element(page.getByText('Robô parou')).toBeVisible();
  await expect.element(page.getByTestId('none')).toBeEmptyDOMElement();
});
