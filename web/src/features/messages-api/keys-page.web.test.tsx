import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { type ApiKeyView, apiKeysAnswer, createApiKeyAnswer, createApiKeyBody } from '#contracts/api-keys.ts';
import { commandAnswer } from '#contracts/http.ts';
import { changeLanguage } from '../../i18n/i18n.ts';
import { fakeNetwork, type Network } from '../../testing/network.ts';
import { stage, uuid } from '../../testing/stage.tsx';
import { KeysPage } from './keys-page.tsx';

const token = 'blc_4fQzR1x0Vb9mTn3sKq7uYw2eHc5aLd8jPf6gZi0oXvE';
const key = (n: number, more: Partial<ApiKeyView> = {}): ApiKeyView => ({
  ...{ id: uuid(n), name: `Loja ${n}`, prefix: 'blc_4fQz', scopes: ['send', 'read'], status: 'active' },
  ...{ createdAt: '2026-11-20T12:00:00.000Z', createdBy: { id: uuid(1), name: 'Ana Prado' } },
  ...{ expiresAt: null, revokedAt: null, lastUsedAt: null },
  ...more,
});

let network: Network;
let keys: ApiKeyView[];
beforeEach(() => {
  network = fakeNetwork();
  keys = [];
  network.answer({ ...{ method: 'GET', path: '/api-keys', schema: apiKeysAnswer }, answer: () => keys });
});

const open = (width = 1440) => stage(network, <KeysPage />, { address: '/messages-api/keys', width });
const button = (name: string) => page.getByRole('button', { name, exact: true });

it('says what a key is for while there is none', async () => {
  await open();
  await expect.element(page.getByText('Nenhuma chave ainda', { exact: false })).toBeVisible();
});

it('makes a key, and shows its token once', async () => {
  network.answer({
    ...{ method: 'POST', path: '/api-keys', schema: createApiKeyAnswer, status: 201 },
    answer: ({ body }) => {
      const { name, scopes, expiresAt } = createApiKeyBody.parse(body);
      const made = key(9, { name, scopes, expiresAt: expiresAt ?? null });
      keys = [made];
      return { ...made, token, position: 7 };
    },
  });
  await open();
  await button('Nova chave').click();
  await button('Criar chave').click();
  await expect.element(page.getByText('Muito curto!')).toBeVisible();
  await page.getByLabelText('Nome').fill('Loja virtual');
  await page.getByRole('checkbox', { name: 'Ler' }).click();
  await page.getByRole('combobox', { name: 'Validade' }).click();
  await page.getByRole('option', { name: '90 dias' }).click();
  await button('Criar chave').click();
  await expect.element(page.getByRole('textbox', { name: 'Token da chave' })).toHaveValue(token);
  const [asked] = network.callsOf('POST', '/api-keys');
  expect(asked?.body).toMatchObject({
    name: 'Loja virtual',
    scopes: ['send'],
    expiresAt: expect.any(String),
  });
  expect(asked?.commandId).toBeTruthy();
  await expect.element(button('Copiar')).toHaveFocus();
  await button('Já guardei').click();
  await expect.element(button('Nova chave')).toHaveFocus();
  await expect.element(page.getByText('blc_4fQz…')).toBeVisible();
  await expect.poll(() => document.body.innerHTML.includes(token)).toBe(false);
});

it('says of each scope all that it opens', async () => {
  await open();
  await button('Nova chave').click();
  for (const [scope, opens] of [
    ['Ler', 'qualquer mensagem da empresa, recebida ou enviada, com texto e arquivos'],
    ['Webhooks', 'avisado de tudo, também com textos, nomes e números das pessoas'],
  ] as const)
    await expect
      .element(page.getByRole('checkbox', { name: scope }))
      .toHaveAccessibleDescription(expect.stringContaining(opens));
});

it('brings the focus to the scopes when none is chosen', async () => {
  await open();
  await button('Nova chave').click();
  await page.getByLabelText('Nome').fill('Loja virtual');
  for (const scope of ['Enviar', 'Ler']) await page.getByRole('checkbox', { name: scope }).click();
  await button('Criar chave').click();
  const scopes = page.getByRole('group', { name: 'Escopos' });
  await expect.element(scopes).toHaveAccessibleDescription('Escolha ao menos um escopo');
  await expect.element(scopes.getByRole('checkbox', { name: 'Enviar' })).toHaveFocus();
});

it('keeps what was typed when the server refuses, and asks for the same once more', async () => {
  let isDown = true;
  network.answer({
    ...{ method: 'POST', path: '/api-keys', schema: createApiKeyAnswer },
    answer: () => (isDown ? { lost: true } : { ...key(9), token, position: 7 }),
  });
  await open();
  await button('Nova chave').click();
  await page.getByLabelText('Nome').fill('Loja virtual');
  await button('Criar chave').click();
  await expect.element(page.getByRole('alert')).toBeVisible();
  isDown = false;
  await button('Criar chave').click();
  await expect.element(page.getByRole('textbox', { name: 'Token da chave' })).toHaveValue(token);
  const [first, second] = network.callsOf('POST', '/api-keys');
  expect([second?.commandId, second?.body]).toEqual([first?.commandId, first?.body]);
});

it('revokes a key when that is confirmed, and keeps it in the list', async () => {
  keys = [key(3)];
  network.answer({
    ...{ method: 'DELETE', path: '/api-keys', schema: commandAnswer },
    answer: () => {
      keys = [key(3, { status: 'revoked', revokedAt: '2026-11-23T12:00:00.000Z' })];
      return { id: uuid(3), position: 9 };
    },
  });
  await open();
  await button('Revogar: Loja 3').click();
  const text = page.getByText('deixa de valer na hora', { exact: false });
  await expect.element(text).toHaveTextContent(/na fila ainda é enviado.*webhooks que criou continuam/);
  await button('Revogar').click();
  await expect.element(page.getByText('Revogada', { exact: true })).toBeVisible();
  await expect.element(button('Revogar: Loja 3')).not.toBeInTheDocument();
});

it('says when the keys cannot be had, and asks again', async () => {
  let isDown = true;
  network.answer({
    ...{ method: 'GET', path: '/api-keys', schema: apiKeysAnswer },
    answer: () => (isDown ? { refused: 'ERR_NO_PERMISSION', status: 403 } : [key(3)]),
  });
  await open();
  await expect.element(page.getByRole('alert')).toBeVisible();
  isDown = false;
  await button('Tentar de novo').click();
  await expect.element(page.getByText('Loja 3')).toBeVisible();
});

it.each([390, 1440])('fits a screen of %i pixels with long names', async width => {
  keys = [
    key(3, { name: 'Integração da loja virtual com o estoque central '.repeat(2).slice(0, 50) }),
    key(4),
  ];
  await open(width);
  await expect.element(page.getByText('Loja 4')).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
});

it('has room for a time as English writes it', async () => {
  await changeLanguage('en');
  onTestFinished(() => changeLanguage('pt-BR'));
  keys = [key(3, { lastUsedAt: '2026-11-24T17:38:00.000Z' })];
  await open();
  const time = page.getByText('24/11/2026, 14:38');
  await expect.element(time).toBeVisible();
  const cell = time.element().closest('[role=cell], [role=gridcell], td') ?? time.element();
  expect(cell.scrollWidth).toBeLessThanOrEqual(cell.clientWidth);
});

it.each([390, 1440])(
  'says as text when a key was revoked, and when one expired, at %i pixels',
  async width => {
    const ended = '2026-11-23T12:00:00.000Z';
    keys = [
      key(3, { status: 'revoked', revokedAt: ended }),
      key(4, { status: 'expired', expiresAt: '2026-11-22T12:00:00.000Z' }),
    ];
    await open(width);
    await expect.element(page.getByText('Revogada em 23/11/2026, 09:00')).toBeVisible();
    const expiry = page.getByText('22/11/2026, 09:00');
    await expect.element(expiry).toBeVisible();
    for (const text of [page.getByText('Revogada em 23/11/2026, 09:00'), expiry]) {
      const { scrollWidth, clientWidth } = text.element();
      expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
    }
  },
);
