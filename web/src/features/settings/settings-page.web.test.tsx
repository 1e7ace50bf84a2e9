import { notifications } from '@mantine/notifications';
import { beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { commandAnswer } from '#contracts/http.ts';
import {
  changeCompanyTextBody,
  companyTextsAnswer,
  hoursAnswer,
  settingsAnswer,
} from '#contracts/settings.ts';
import { maskedSecret, secretSettings, settingsFrom } from '#domain/company/settings.ts';
import { companyTextKeys } from '#domain/company/texts.ts';
import { defaultHours } from '#domain/shared/schedule.ts';
import { takeSetting } from '../../api/session-store.ts';
import { fakeNetwork } from '../../testing/network.ts';
import { stage, uuid } from '../../testing/stage.tsx';
import SettingsPage from './settings-page.tsx';

// Where it is narrow, a notice of the test before would lie over the tabs.
beforeEach(() => {
  notifications.clean();
});

const setUp = async (
  given: Readonly<Record<string, string>> = {},
  options: Parameters<typeof stage>[2] = {},
) => {
  const network = fakeNetwork();
  const secrets = Object.fromEntries(secretSettings.map(key => [key, '']));
  const values: Record<string, string> = { ...settingsFrom([]), ...secrets, ...given };
  network.answer({
    ...{ method: 'GET', path: '/settings', schema: settingsAnswer },
    answer: () => Object.entries(values).map(([key, value]) => ({ key, value })),
  });
  network.answer({
    ...{ method: 'PUT', path: '/settings', schema: commandAnswer },
    answer: ({ path, body }) => {
      const { value } = settingsAnswer.element.parse(body);
      const key = path.split('/').at(-1) ?? '';
      values[key] = secretSettings.some(each => each === key) && value ? maskedSecret : value;
      return { id: uuid(2), position: 7 };
    },
  });
  network.answer({
    ...{ method: 'GET', path: `/companies/${uuid(2)}/schedules`, schema: hoursAnswer },
    answer: () => ({ schedules: [...defaultHours.schedules], holidays: [...defaultHours.holidays] }),
  });
  network.answer({
    ...{ method: 'PUT', path: `/companies/${uuid(2)}/schedules`, schema: commandAnswer },
    answer: () => ({ id: uuid(2), position: 8 }),
  });
  const texts = new Map<string, string>();
  network.answer({
    ...{ method: 'GET', path: '/settings/texts', schema: companyTextsAnswer },
    answer: () => companyTextKeys.map(key => ({ key, text: texts.get(key) ?? '' })),
  });
  network.answer({
    ...{ method: 'PUT', path: '/settings/texts', schema: commandAnswer },
    answer: ({ path, body }) => {
      texts.set(path.split('/').at(-1) ?? '', changeCompanyTextBody.parse(body).text);
      return { id: uuid(2), position: 9 };
    },
  });
  await stage(network, <SettingsPage />, options);
  return network;
};
const selector = (name: string) => page.getByRole('combobox', { name, exact: true });
const choose = async (name: string, option: string) => {
  await selector(name).click();
  await page.getByRole('option', { name: option, exact: true }).click();
};
const sent = (network: Awaited<ReturnType<typeof setUp>>) =>
  network.callsOf('PUT', '/settings').map(({ path, body }) => [path, body]);

it('saves an option as it is chosen, and shows the tab that it brings', async () => {
  const network = await setUp();
  await expect.element(selector('Gerenciamento de expediente')).toHaveValue('Desabilitado');
  expect(page.getByRole('tab', { name: 'Horários' }).elements()).toEqual([]);
  await choose('Gerenciamento de expediente', 'Por empresa');
  await expect.element(page.getByText('Operação atualizada com sucesso.')).toBeVisible();
  expect(sent(network)).toEqual([['/settings/scheduleType', { key: 'scheduleType', value: 'company' }]]);
  await expect.element(selector('Gerenciamento de expediente')).toHaveValue('Por empresa');
  await expect.element(page.getByRole('tab', { name: 'Horários' })).toBeVisible();
});

it('offers a selector for each option of the specification', async () => {
  await setUp();
  const attended = ['Avaliações', 'Gerenciamento de expediente', 'Mensagens de grupos', 'Ligações'];
  for (const name of [
    ...attended,
    'Escolher a conexão',
    'Usar kanban',
    'Carteira de contatos',
    'Tipo de chatbot',
  ])
    await expect.element(selector(name)).toBeVisible();
  await expect.element(selector('Quadro padrão')).toBeInTheDocument();
});

it('says which settings count only later', async () => {
  await setUp();
  await expect.element(selector('Usar kanban')).toHaveAccessibleDescription(/passa a valer quando/);
  await expect.element(selector('Avaliações')).not.toHaveAccessibleDescription(/passa a valer quando/);
  await expect.element(selector('Ligações')).toHaveAccessibleDescription(/recebe um pedido/);
  await expect.element(selector('Ligações')).not.toHaveAccessibleDescription(/passa a valer quando/);
});

it('takes a number when it is left, and no other than it may be', async () => {
  const network = await setUp();
  const hours = page.getByRole('textbox', { name: 'Fechar tickets parados' });
  await userEvent.fill(hours, '9999');
  await userEvent.tab();
  await expect.element(page.getByText('De 0 a 8760')).toBeVisible();
  expect(sent(network)).toEqual([]);
  await userEvent.fill(hours, '12');
  await userEvent.tab();
  await expect.element(page.getByText('Operação atualizada com sucesso.')).toBeVisible();
  expect(sent(network)).toEqual([['/settings/autoCloseHours', { key: 'autoCloseHours', value: '12' }]]);
});

it('shows what was there before when a change is refused', async () => {
  const network = await setUp();
  network.answer({
    ...{ method: 'PUT', path: '/settings', schema: commandAnswer },
    answer: () => ({ refused: 'ERR_NO_PERMISSION', status: 403 }),
  });
  await choose('Ligações', 'Não aceitar');
  await expect.element(page.getByText(/permiss/i).first()).toBeVisible();
  await expect.element(selector('Ligações')).toHaveValue('Aceitar');
});

it('sets a secret, never shows it, and removes it', async () => {
  const network = await setUp();
  const field = page.getByLabelText('Token do Asaas');
  await userEvent.fill(field, 'chave-secreta');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Definida. Não é mostrada a ninguém.')).toBeVisible();
  await expect.element(field).toHaveValue('');
  await page.getByRole('button', { name: 'Remover' }).click();
  await expect.element(page.getByText('Definida. Não é mostrada a ninguém.')).not.toBeInTheDocument();
  expect(sent(network)).toEqual([
    ['/settings/asaas', { key: 'asaas', value: 'chave-secreta' }],
    ['/settings/asaas', { key: 'asaas', value: '' }],
  ]);
});

it('keeps the hours of the company, with shifts and holidays', async () => {
  const network = await setUp({ scheduleType: 'company' });
  takeSetting({ key: 'scheduleType', value: 'company' });
  await page.getByRole('tab', { name: 'Horários' }).click();
  await expect.element(page.getByText(/agora: (sempre )?(aberto|fechado)/)).toBeVisible();
  const saturday = page.getByRole('group', { name: 'Sábado' });
  await saturday.getByRole('button', { name: 'Adicionar período em Sábado' }).click();
  await userEvent.fill(saturday.getByRole('textbox', { name: 'Sábado, 2: início' }), '2200');
  await userEvent.fill(saturday.getByRole('textbox', { name: 'Sábado, 2: fim' }), '0200');
  await expect.element(saturday.getByText('até o dia seguinte')).toBeVisible();
  await page.getByRole('button', { name: 'Remover Natal' }).click();
  await userEvent.fill(page.getByRole('textbox', { name: 'Dia', exact: true }), '3112');
  await userEvent.fill(page.getByRole('textbox', { name: 'Nome do feriado' }), 'Virada');
  await page.getByRole('button', { name: 'Adicionar feriado' }).click();
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expect.element(page.getByText('Horários atualizados com sucesso.')).toBeVisible();
  const [call] = network.callsOf('PUT', `/companies/${uuid(2)}/schedules`);
  const { schedules, holidays } = hoursAnswer.parse(call?.body);
  expect(schedules.filter(({ weekdayEn }) => weekdayEn === 'saturday')).toMatchObject([
    { startTime: '08:00', endTime: '12:00' },
    { startTime: '22:00', endTime: '02:00' },
  ]);
  expect(holidays.map(({ day }) => day)).not.toContain('12-25');
  expect(holidays.at(-1)).toEqual({ day: '12-31', name: 'Virada', startTime: '00:00', endTime: '00:00' });
});

it('keeps hours that were not saved while another tab is looked at', async () => {
  await setUp({ scheduleType: 'company' });
  takeSetting({ key: 'scheduleType', value: 'company' });
  const [options, hours] = ['Opções', 'Horários'].map(name => page.getByRole('tab', { name }));
  const monday = page.getByRole('textbox', { name: 'Segunda-feira: fim' });
  await hours?.click();
  await userEvent.fill(monday, '1900');
  await options?.click();
  await expect.element(monday).not.toBeInTheDocument();
  await hours?.click();
  await expect.element(monday).toHaveValue('19:00');
  await page.getByRole('button', { name: 'Cancelar' }).click();
  await options?.click();
  await hours?.click();
  await expect.element(monday).toHaveValue('18:00');
});

it.each([1280, 390])('shows what saves the hours at %i pixels, however many days there are', async width => {
  await setUp({ scheduleType: 'company' }, { width });
  takeSetting({ key: 'scheduleType', value: 'company' });
  await page.getByRole('tab', { name: 'Horários' }).click();
  const save = page.getByRole('button', { name: 'Salvar' });
  await expect.element(save).toBeInViewport({ ratio: 0.9 });
  await userEvent.fill(page.getByRole('textbox', { name: 'Segunda-feira: fim' }), '1900');
  await expect.element(save).toBeInViewport({ ratio: 0.9 });
  await expect.element(save).toBeEnabled();
});

it('keeps what contacts are told by itself in words of the company, and shows ours where there are none', async () => {
  const network = await setUp({ language: 'en' });
  const thanks = page.getByRole('textbox', { name: 'Agradecimento pela nota' });
  await expect.element(thanks).toHaveAttribute('placeholder', 'Thank you for your rating!');
  const save = page.getByRole('button', { name: 'Salvar Agradecimento pela nota' });
  expect(save.elements()).toEqual([]);
  await userEvent.fill(thanks, 'x'.repeat(1_001));
  await expect.element(page.getByText('Máximo 1000 caracteres')).toBeVisible();
  await expect.element(save).toBeDisabled();
  await userEvent.fill(thanks, 'Valeu!');
  await save.click();
  await expect.element(page.getByText('Operação atualizada com sucesso.')).toBeVisible();
  await expect.element(thanks).toHaveValue('Valeu!');
  await expect.element(save).not.toBeInTheDocument();
  expect(network.callsOf('PUT', '/settings/texts').map(({ path, body }) => [path, body])).toEqual([
    ['/settings/texts/ratingThanks', { text: 'Valeu!' }],
  ]);
});

it('says how often a contact is asked for a rating, and how silence is warned of', async () => {
  const network = await setUp();
  const interval = page.getByRole('textbox', { name: 'Intervalo entre avaliações' });
  await expect.element(interval).toHaveValue('24 h');
  await userEvent.fill(interval, '0');
  await userEvent.tab();
  const warning = page.getByRole('textbox', { name: 'Avisar antes de fechar' });
  await userEvent.fill(warning, '30');
  await userEvent.tab();
  await choose('Mensagem ao fechar', 'Enviar');
  await expect
    .poll(() => sent(network))
    .toEqual([
      ['/settings/ratingIntervalHours', { key: 'ratingIntervalHours', value: '0' }],
      ['/settings/autoCloseWarningMinutes', { key: 'autoCloseWarningMinutes', value: '30' }],
      ['/settings/autoCloseNotice', { key: 'autoCloseNotice', value: 'enabled' }],
    ]);
});
