import { beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { newSecretAnswer, removedWebhookAnswer, webhooksAnswer, webhookView } from '#contracts/webhooks.ts';
import { uuid } from '../../testing/stage.tsx';
import {
  at,
  button,
  newSecret,
  type WebhooksServer,
  webhook,
  webhooksServer,
} from './webhooks/testing/webhooks-stage.tsx';

let server: WebhooksServer;
beforeEach(() => {
  server = webhooksServer();
});

const menuOf = async (name: string, item: string) => {
  await button(`Mais ações: ${name}`).click();
  await page.getByRole('menuitem', { name: item }).click();
};

it('says what a webhook is for while there is none', async () => {
  server.there.webhooks = [];
  await server.open();
  await expect.element(page.getByText('Nenhum webhook ainda', { exact: false })).toBeVisible();
});

it('shows how an endpoint fares', async () => {
  server.there.webhooks = [
    webhook(3),
    webhook(4, { failingSince: at, waiting: 12, lastSuccessAt: null }),
    webhook(5, { enabled: false, disabledReason: 'gone' }),
  ];
  await server.open();
  for (const text of ['Ativo', 'Falhando', '12 na fila', 'Desativado', 'Nunca'])
    await expect.element(page.getByText(text, { exact: true })).toBeVisible();
  for (const why of ['O endereço respondeu que não existe mais', 'Nenhuma entrega dá certo desde'])
    await expect.element(page.getByText(why, { exact: false })).toBeVisible();
});

it('changes, renews and removes a webhook', async () => {
  server.network.answer({
    ...{ method: 'PUT', path: '/webhooks', schema: webhookView },
    answer: () => {
      server.there.webhooks = [webhook(3, { enabled: false })];
      return webhook(3, { enabled: false });
    },
  });
  server.network.answer({
    ...{ method: 'POST', path: `/webhooks/${uuid(3)}/secret`, schema: newSecretAnswer },
    answer: () => ({ id: uuid(3), newSecret, previousUntil: at }),
  });
  server.network.answer({
    ...{ method: 'DELETE', path: '/webhooks', schema: removedWebhookAnswer },
    answer: () => {
      server.there.webhooks = [];
      return { id: uuid(3) };
    },
  });
  await server.open();
  await button('Editar webhook: Loja 3').click();
  await page.getByRole('switch', { name: 'Ativo' }).click();
  await button('Salvar').click();
  await expect.element(page.getByText('Desativado', { exact: true })).toBeVisible();
  await menuOf('Loja 3', 'Trocar segredo');
  await expect.element(page.getByText('vale por mais 24 horas', { exact: false })).toBeVisible();
  await button('Trocar segredo').click();
  await expect.element(page.getByRole('textbox', { name: 'Segredo do webhook' })).toHaveValue(newSecret);
  await button('Já guardei').click();
  await menuOf('Loja 3', 'Excluir');
  await button('Excluir').click();
  await expect.element(page.getByText('Nenhum webhook ainda', { exact: false })).toBeVisible();
});

it('ends the secrets before at once where one has leaked', async () => {
  server.network.answer({
    ...{ method: 'POST', path: `/webhooks/${uuid(3)}/secret`, schema: newSecretAnswer },
    answer: () => ({ id: uuid(3), newSecret, previousUntil: at }),
  });
  const renewed = () => server.network.callsOf('POST', `/webhooks/${uuid(3)}/secret`).map(({ body }) => body);
  await server.open();
  await menuOf('Loja 3', 'Trocar segredo');
  const choice = page.getByRole('checkbox', { name: 'Encerrar já os segredos anteriores' });
  await expect.element(choice).not.toBeChecked();
  await expect
    .element(choice)
    .toHaveAccessibleDescription('Se um deles vazou: a partir de agora só o novo assina.');
  await choice.click();
  await expect.element(page.getByText('deixa de valer já', { exact: false })).toBeVisible();
  await expect.element(page.getByText('vale por mais 24 horas', { exact: false })).not.toBeInTheDocument();
  await button('Trocar segredo').click();
  await expect.element(page.getByRole('textbox', { name: 'Segredo do webhook' })).toHaveValue(newSecret);
  expect(renewed()).toEqual([{ endPrevious: true }]);
});

it('does not lose a secret while it is renewed, nor after', async () => {
  const answered = Promise.withResolvers<void>();
  server.network.answer({
    ...{ method: 'POST', path: `/webhooks/${uuid(3)}/secret`, schema: newSecretAnswer },
    answer: () => answered.promise.then(() => ({ id: uuid(3), newSecret, previousUntil: at })),
  });
  const tryToLeave = async (): Promise<void> => {
    await userEvent.keyboard('{Escape}');
    await page.elementLocator(backdrop()).click({ position: { x: 4, y: 4 } });
  };
  const cross = page.getByRole('dialog').getByRole('button', { name: 'Fechar' });
  await server.open();
  await menuOf('Loja 3', 'Trocar segredo');
  await button('Trocar segredo').click();
  await expect.element(button('Cancelar')).toBeDisabled();
  await tryToLeave();
  await cross.click();
  answered.resolve();
  const secret = page.getByRole('textbox', { name: 'Segredo do webhook' });
  await expect.element(secret).toHaveValue(newSecret);
  await tryToLeave();
  await expect.element(cross).not.toBeInTheDocument();
  await expect.element(secret).toBeVisible();
  await button('Já guardei').click();
  await expect.element(secret).not.toBeInTheDocument();
});

const backdrop = (): Element => {
  const [found] = document.querySelectorAll('.mantine-Modal-overlay');
  if (!found) throw new Error('no dialog is open');
  return found;
};

it('says when the webhooks cannot be had, and asks again', async () => {
  let isDown = true;
  server.network.answer({
    ...{ method: 'GET', path: '/webhooks', schema: webhooksAnswer },
    answer: () =>
      isDown ? { refused: 'ERR_NO_PERMISSION', status: 403 } : { webhooks: server.there.webhooks },
  });
  await server.open();
  await expect.element(page.getByRole('alert')).toBeVisible();
  isDown = false;
  await button('Tentar de novo').click();
  await expect.element(page.getByText('Loja 3')).toBeVisible();
});

it.each([
  [390, 'light'],
  [390, 'dark'],
  [1440, 'light'],
  [1440, 'dark'],
] as const)('fits a screen of %i pixels in %s', async (width, scheme) => {
  const url = `https://${'integracao-'.repeat(5)}.example.com/${'a'.repeat(80)}`;
  server.there.webhooks = [
    webhook(3, { url, description: 'Integração da loja virtual com o estoque '.repeat(3), failingSince: at }),
  ];
  await server.open({ width, scheme });
  await expect.element(page.getByText('Falhando')).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  await button(`Entregas: ${server.there.webhooks[0]?.description}`).click();
  await expect.element(page.getByText('Ticket fechado')).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
});
