import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { fakeNetwork } from '../testing/network.ts';
import { stage } from '../testing/stage.tsx';
import { showOffer } from './show-error.ts';

it.each(['Ticket de Ana resolvido', 'Ticket de Beatriz Aparecida Moura dos Santos resolvido'])(
  'shows all of the button beside “%s” where it is narrow, and goes when it is pressed',
  async text => {
    await stage(fakeNetwork(), null, { width: 390 });
    let undone = 0;
    showOffer(text, 'Desfazer', () => {
      undone += 1;
    });
    const button = page.getByRole('button', { name: 'Desfazer' });
    await expect.element(button).toBeVisible();
    const label = button.element().querySelector('.mantine-Button-label');
    expect(label?.scrollWidth).toBe(label?.clientWidth);
    await button.click();
    await expect.element(page.getByText(text)).not.toBeInTheDocument();
    expect(undone).toBe(1);
  },
);
