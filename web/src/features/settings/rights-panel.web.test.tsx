import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { fakeNetwork } from '../../testing/network.ts';
import { stage } from '../../testing/stage.tsx';
import { RightsPanel } from './rights-panel.tsx';

const row = (name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) });

it.each([1280, 390])('says who may do what, at a width of %d', async width => {
  await stage(fakeNetwork(), <RightsPanel />, { width });
  await expect.element(row('Excluir tickets').getByRole('img', { name: 'Administrador: Sim' })).toBeVisible();
  await expect.element(row('Excluir tickets').getByRole('img', { name: 'Usuário: Não' })).toBeVisible();
  await expect
    .element(row('Rever como foi um dia').getByRole('img', { name: 'Analista: Sim' }))
    .toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
});
