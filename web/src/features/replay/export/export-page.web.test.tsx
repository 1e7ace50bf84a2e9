import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { z } from 'zod';
import { connectionsAnswer } from '#contracts/connections.ts';
import { queuesAnswer } from '#contracts/http.ts';
import { userListAnswer } from '#contracts/users.ts';
import { lastDays } from '#domain/dashboard/period.ts';
import { defaultTimeZone } from '#domain/shared/calendar.ts';
import { fakeNetwork } from '../../../testing/network.ts';
import { stage, uuid } from '../../../testing/stage.tsx';
import { ExportPage } from './export-page.tsx';

const open = async (options: Parameters<typeof stage>[2] = {}) => {
  const network = fakeNetwork();
  network.answer({
    ...{ method: 'GET', path: '/queue', schema: queuesAnswer },
    answer: () => [
      {
        ...{ id: uuid(21), name: 'Vendas', color: '#112233', greetingMessage: '', outOfHoursMessage: '' },
        ...{ complationMessage: '', ratingMessage: '', orderQueue: 0, schedules: [], holidays: [] },
      },
    ],
  });
  network.answer({
    ...{ method: 'GET', path: '/whatsapp/', schema: connectionsAnswer },
    answer: () => [],
  });
  network.answer({
    ...{ method: 'GET', path: '/users/list', schema: userListAnswer },
    answer: () => ({ users: [{ id: uuid(11), name: 'Bruno', queueIds: [] }], hasMore: false }),
  });
  network.answer({ ...{ method: 'GET', path: '/replay/export', schema: z.unknown() }, answer: () => ({}) });
  await stage(network, <ExportPage />, options);
  return network;
};
const button = () => page.getByRole('button', { name: 'Baixar arquivo' });
const asked = (network: Awaited<ReturnType<typeof open>>) => {
  const [call] = network.callsOf('GET', '/replay/export');
  return call && Object.fromEntries(call.query);
};

it('takes the last thirty days as XES with pseudonyms, where nothing else is chosen', async () => {
  const network = await open();
  await button().click();
  await expect
    .poll(() => asked(network))
    .toEqual({
      ...lastDays(30, new Date(), defaultTimeZone),
      ...{ format: 'xes', names: 'no', language: 'pt-BR' },
    });
  await expect.element(page.getByText('Arquivo baixado.')).toBeVisible();
});

it('asks for what was chosen, and warns before names go out', async () => {
  const network = await open();
  await page.getByRole('combobox', { name: 'Fila' }).click();
  await page.getByRole('option', { name: 'Vendas' }).click();
  await page.getByRole('combobox', { name: 'Atendente' }).click();
  await page.getByRole('option', { name: 'Bruno' }).click();
  await page.getByRole('radio', { name: /OCEL 2.0/ }).click();
  await expect.element(page.getByText(/terá dados pessoais/)).not.toBeInTheDocument();
  await page.getByRole('radio', { name: 'Nomes' }).click();
  await expect.element(page.getByText(/terá dados pessoais/)).toBeVisible();
  await button().click();
  await expect
    .poll(() => asked(network))
    .toMatchObject({
      ...{ format: 'ocel', names: 'yes', queue: uuid(21), attendant: uuid(11) },
    });
});

it('does not offer names to analysts who are no administrators', async () => {
  await open({ profile: 'user', analyst: true });
  await expect.element(page.getByText(/não permitem voltar à pessoa/)).toBeVisible();
  await expect.element(page.getByRole('radio', { name: 'Nomes' })).not.toBeInTheDocument();
});

it('says what is wrong with a period, and asks nothing', async () => {
  const network = await open();
  await page.getByLabelText('De', { exact: true }).fill('01/01/2099');
  await button().click();
  await expect
    .element(page.getByText('O fim do período vem antes do início. Troque as duas datas.'))
    .toBeVisible();
  await page.getByLabelText('De', { exact: true }).fill('01/01/2001');
  await button().click();
  await expect.element(page.getByText('Escolha um período de até 400 dias.')).toBeVisible();
  expect(network.callsOf('GET', '/replay/export')).toEqual([]);
});

it('says what failed, and lets the file be asked for again', async () => {
  const network = await open();
  network.answer({
    ...{ method: 'GET', path: '/replay/export', schema: z.unknown() },
    answer: () => ({ refused: 'ERR_INTERNAL', status: 500 }),
  });
  await button().click();
  await expect.element(page.getByText('Algo deu errado. Tente de novo.')).toBeVisible();
  await expect.element(button()).toBeEnabled();
});

it('says what is in the file, and fits a phone', async () => {
  await open({ width: 360 });
  await expect.element(page.getByRole('heading', { name: 'O que há no arquivo' })).toBeVisible();
  await expect.element(page.getByText(/Nunca o conteúdo de mensagens/)).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
});
