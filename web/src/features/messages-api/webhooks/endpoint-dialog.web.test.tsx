import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { createdWebhookAnswer, createWebhookBody } from '#contracts/webhooks.ts';
import {
  button,
  newSecret,
  type WebhooksServer,
  webhook,
  webhooksServer,
} from './testing/webhooks-stage.tsx';

let server: WebhooksServer;
beforeEach(() => {
  server = webhooksServer();
});

it('makes a webhook, and shows its secret once', async () => {
  server.there.webhooks = [];
  server.network.answer({
    ...{ method: 'POST', path: '/webhooks', schema: createdWebhookAnswer, status: 201 },
    answer: ({ body }) => {
      const made = webhook(9, createWebhookBody.parse(body));
      server.there.webhooks = [made];
      return { ...made, newSecret };
    },
  });
  await server.open();
  await button('Novo webhook').click();
  await button('Criar webhook').click();
  await expect.element(page.getByText('Informe um endereço que comece', { exact: false })).toBeVisible();
  await page.getByLabelText('Endereço (URL)').fill('https://loja.example.com/hooks');
  await page.getByLabelText('Descrição').fill('Pedidos');
  await page.getByRole('checkbox', { name: 'Ticket fechado' }).click();
  await page.getByRole('radio', { name: 'Completo' }).click();
  await button('Criar webhook').click();
  await expect.element(page.getByRole('textbox', { name: 'Segredo do webhook' })).toHaveValue(newSecret);
  const [asked] = server.network.callsOf('POST', '/webhooks');
  expect(asked?.body).toEqual({
    ...{ url: 'https://loja.example.com/hooks', description: 'Pedidos', payload: 'full' },
    ...{ enabled: true, connectionIds: null },
    events: [
      ...['message.received', 'message.changed', 'message.delivered', 'message.read', 'message.failed'],
      'ticket.closed',
    ],
  });
  await expect.element(button('Copiar')).toHaveFocus();
  await button('Já guardei').click();
  await expect.element(button('Novo webhook')).toHaveFocus();
  await expect.element(page.getByText('Pedidos')).toBeVisible();
  await expect.poll(() => document.body.innerHTML.includes(newSecret)).toBe(false);
});

it('says at the field when the address cannot be used', async () => {
  server.network.answer({
    ...{ method: 'POST', path: '/webhooks', schema: createdWebhookAnswer },
    answer: () => ({ refused: 'ERR_WEBHOOK_ADDRESS', status: 400 }),
  });
  await server.open();
  await button('Novo webhook').click();
  const url = page.getByLabelText('Endereço (URL)');
  await url.fill('http://10.0.0.1/');
  await button('Criar webhook').click();
  await expect.element(page.getByText('Este endereço não pode ser usado', { exact: false })).toBeVisible();
  await expect.element(url).toHaveFocus();
});

it('says that the choice of connections leaves contacts out', async () => {
  await server.open();
  await button('Novo webhook').click();
  const hint = page.getByText('Contatos não são de uma conexão', { exact: false });
  await expect.element(hint).toBeVisible();
});

it.each([390, 1440])(
  'says at the events that none is chosen, and brings the focus there, at %i',
  async width => {
    await server.open({ width });
    await button('Novo webhook').click();
    await page.getByLabelText('Endereço (URL)').fill('https://loja.example.com/hooks');
    await button('Escolher todos').click();
    await button('Limpar').click();
    await button('Criar webhook').click();
    const events = page.getByRole('group', { name: 'Eventos', exact: true });
    await expect.element(events).toHaveAccessibleDescription('Escolha ao menos um evento.');
    await expect.element(page.getByText('Escolha ao menos um evento.')).toBeInViewport();
    const first = events.getByRole('checkbox', { name: 'Mensagem recebida' });
    await expect.element(first).toHaveFocus();
    await first.click();
    await expect.element(page.getByText('Escolha ao menos um evento.')).not.toBeInTheDocument();
    expect(server.network.callsOf('POST', '/webhooks')).toHaveLength(0);
  },
);

it('brings a complaint into view where the form is longer than the screen', async () => {
  server.network.answer({
    ...{ method: 'POST', path: '/webhooks', schema: createdWebhookAnswer },
    answer: () => ({ refused: 'ERR_WEBHOOK_LIMIT', status: 409 }),
  });
  await server.open({ width: 390 });
  await button('Novo webhook').click();
  const url = page.getByLabelText('Endereço (URL)');
  await url.fill('loja');
  await button('Criar webhook').click();
  await expect.element(page.getByText('Informe um endereço que comece', { exact: false })).toBeInViewport();
  await url.fill('https://loja.example.com/hooks');
  await button('Criar webhook').click();
  await expect.element(page.getByRole('alert')).toBeInViewport();
});
