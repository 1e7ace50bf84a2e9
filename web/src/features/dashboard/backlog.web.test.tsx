import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { episodesAnswer } from '#contracts/dashboard.ts';
import { backlog, figures, setUp } from './testing/dashboard-stage.tsx';

const panel = () => page.getByRole('region', { name: 'Fila ao fim de cada dia' });

it('tells who waits and who is attended to at an instant, by queue and attendant', async () => {
  await setUp();
  await expect
    .element(panel().getByRole('status'))
    .toHaveTextContent(/23\/11\/2026.*: 7 aguardando, 3 com atendentes/);
  await expect.element(panel().getByRole('row', { name: 'Vendas (removida) 6 3' })).toBeVisible();
  await expect.element(panel().getByRole('row', { name: 'Sem fila 1 0' })).toBeVisible();
  await expect.element(panel().getByRole('row', { name: 'Ninguém 7 3' })).toBeVisible();
});

it('has its days as a table too, whose figures open those who waited then', async () => {
  const { network } = await setUp();
  network.answer({
    ...{ method: 'GET', path: '/dashboard/episodes', schema: episodesAnswer },
    answer: () => ({ version: 1, period: figures.period, at: null, total: 0, rows: [], nextCursor: null }),
  });
  await panel().getByRole('button', { name: 'Ver como tabela' }).click();
  await panel().getByRole('row', { name: '22/11/2026' }).getByRole('button', { name: '5' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Aguardando · 22/11/2026' })).toBeVisible();
  expect(network.callsOf('GET', '/dashboard/episodes').at(-1)?.query.get('at')).toBe(backlog.days[0]?.at);
});

it('says so when nobody was there, and fits a phone', async () => {
  const { network, client } = await setUp(figures, { width: 360 });
  await expect.element(panel()).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
  expect(network.callsOf('GET', '/dashboard/backlog')).toHaveLength(1);
  const [query] = client.getQueryCache().findAll({ queryKey: ['dashboard', 'backlog'] });
  query?.setData({ ...backlog, queues: [], users: [], total: { pending: 0, attending: 0 } });
  await expect.element(panel().getByText('Ninguém aguardava nem era atendido.')).toBeVisible();
});
