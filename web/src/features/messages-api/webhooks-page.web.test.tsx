import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { connectionsAnswer } from '#contracts/connections.ts';
import {
  createdWebhookAnswer,
  createWebhookBody,
  type DeliveryView,
  deliveriesAnswer,
  deliveryAnswer,
  newSecretAnswer,
  queuedDeliveryAnswer,
  removedWebhookAnswer,
  resendAnswer,
  type WebhookView,
  webhooksAnswer,
  webhookView,
} from '#contracts/webhooks.ts';
import { changeLanguage } from '../../i18n/i18n.ts';
import { fakeNetwork, type Network } from '../../testing/network.ts';
import { stage, uuid } from '../../testing/stage.tsx';
import { WebhooksPage } from './webhooks-page.tsx';

const newSecret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=';
const at = '2026-11-23T12:00:00.000Z';
const webhook = (n: number, more: Partial<WebhookView> = {}): WebhookView => ({
  ...{ id: uuid(n), url: `https://loja-${n}.example.com/balcao`, events: ['message.received'] },
  ...{ payload: 'thin', description: `Loja ${n}`, enabled: true, connectionIds: null, disabledReason: null },
  ...{ secret: { ending: '••••••••GKYo', previousUntil: null }, failingSince: null, lastSuccessAt: at },
  ...{ waiting: 0, createdAt: at },
  ...more,
});
const delivery = (n: number, more: Partial<DeliveryView> = {}): DeliveryView => ({
  ...{ id: uuid(n), type: 'message.received', sequence: n, status: 'delivered', happenedAt: at, tries: 1 },
  ...{ lastTryAt: at, answered: 200, milliseconds: 41, problem: null, nextTryAt: null },
  ...more,
});
const failed = delivery(21, { status: 'failed', tries: 10, answered: null, problem: 'timeout' });

let network: Network;
let webhooks: WebhookView[];
let deliveries: DeliveryView[];
beforeEach(() => {
  network = fakeNetwork();
  webhooks = [webhook(3)];
  deliveries = [
    delivery(20),
    failed,
    delivery(22, { type: 'ticket.closed', status: 'waiting', nextTryAt: at }),
  ];
  network.answer({ method: 'GET', path: '/webhooks', schema: webhooksAnswer, answer: () => ({ webhooks }) });
  network.answer({ method: 'GET', path: '/whatsapp/', schema: connectionsAnswer, answer: () => [] });
  network.answer({
    ...{ method: 'GET', path: `/webhooks/${uuid(3)}/deliveries`, schema: deliveriesAnswer },
    answer: ({ query }) => {
      const status = query.get('status');
      const found = deliveries.filter(each => !status || each.status === status);
      return { deliveries: found, hasMore: false, nextCursor: null };
    },
  });
});

type Options = Parameters<typeof stage>[2];
const open = (options: Options = {}) =>
  stage(network, <WebhooksPage />, { address: '/messages-api/webhooks', width: 1440, ...options });
const openDeliveries = (options: Options = {}) =>
  open({ address: `/messages-api/webhooks?webhook=${uuid(3)}`, ...options });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const menuOf = async (name: string, item: string) => {
  await button(`Mais ações: ${name}`).click();
  await page.getByRole('menuitem', { name: item }).click();
};

it('says what a webhook is for while there is none', async () => {
  webhooks = [];
  await open();
  await expect.element(page.getByText('Nenhum webhook ainda', { exact: false })).toBeVisible();
});

it('makes a webhook, and shows its secret once', async () => {
  webhooks = [];
  network.answer({
    ...{ method: 'POST', path: '/webhooks', schema: createdWebhookAnswer, status: 201 },
    answer: ({ body }) => {
      const made = webhook(9, createWebhookBody.parse(body));
      webhooks = [made];
      return { ...made, newSecret };
    },
  });
  await open();
  await button('Novo webhook').click();
  await button('Criar webhook').click();
  await expect.element(page.getByText('Informe um endereço que comece', { exact: false })).toBeVisible();
  await page.getByLabelText('Endereço (URL)').fill('https://loja.example.com/hooks');
  await page.getByLabelText('Descrição').fill('Pedidos');
  await page.getByRole('checkbox', { name: 'Ticket fechado' }).click();
  await page.getByRole('radio', { name: 'Completo' }).click();
  await button('Criar webhook').click();
  await expect.element(page.getByRole('textbox', { name: 'Segredo do webhook' })).toHaveValue(newSecret);
  const [asked] = network.callsOf('POST', '/webhooks');
  expect(asked?.body).toEqual({
    ...{ url: 'https://loja.example.com/hooks', description: 'Pedidos', payload: 'full' },
    ...{ enabled: true, connectionIds: null },
    events: ['message.received', 'message.delivered', 'message.read', 'message.failed', 'ticket.closed'],
  });
  await expect.element(button('Copiar')).toHaveFocus();
  await button('Já guardei').click();
  await expect.element(button('Novo webhook')).toHaveFocus();
  await expect.element(page.getByText('Pedidos')).toBeVisible();
  await expect.poll(() => document.body.innerHTML.includes(newSecret)).toBe(false);
});

it('says at the field when the address cannot be used', async () => {
  network.answer({
    ...{ method: 'POST', path: '/webhooks', schema: createdWebhookAnswer },
    answer: () => ({ refused: 'ERR_WEBHOOK_ADDRESS', status: 400 }),
  });
  await open();
  await button('Novo webhook').click();
  const url = page.getByLabelText('Endereço (URL)');
  await url.fill('http://10.0.0.1/');
  await button('Criar webhook').click();
  await expect.element(page.getByText('Este endereço não pode ser usado', { exact: false })).toBeVisible();
  await expect.element(url).toHaveFocus();
});

it('brings a complaint into view where the form is longer than the screen', async () => {
  network.answer({
    ...{ method: 'POST', path: '/webhooks', schema: createdWebhookAnswer },
    answer: () => ({ refused: 'ERR_WEBHOOK_LIMIT', status: 409 }),
  });
  await open({ width: 390 });
  await button('Novo webhook').click();
  const url = page.getByLabelText('Endereço (URL)');
  await url.fill('loja');
  await button('Criar webhook').click();
  await expect.element(page.getByText('Informe um endereço que comece', { exact: false })).toBeInViewport();
  await url.fill('https://loja.example.com/hooks');
  await button('Criar webhook').click();
  await expect.element(page.getByRole('alert')).toBeInViewport();
});

it('leaves the line to the name of a webhook on a phone, whatever its state needs', async () => {
  const width = 390;
  const reason = { enabled: false, disabledReason: 'gone' } as const;
  webhooks = [webhook(3, { description: 'Sistema de acompanhamento de pedidos e entregas', ...reason })];
  await openDeliveries({ width });
  await expect.element(page.getByText('respondeu que não existe mais', { exact: false })).toBeVisible();
  const name = page.getByRole('heading', { name: 'Sistema de acompanhamento' }).element();
  expect(name.getBoundingClientRect().width).toBeGreaterThan(width * 0.75);
});

it('changes, renews and removes a webhook', async () => {
  network.answer({
    ...{ method: 'PUT', path: '/webhooks', schema: webhookView },
    answer: () => {
      webhooks = [webhook(3, { enabled: false })];
      return webhook(3, { enabled: false });
    },
  });
  network.answer({
    ...{ method: 'POST', path: `/webhooks/${uuid(3)}/secret`, schema: newSecretAnswer },
    answer: () => ({ id: uuid(3), newSecret, previousUntil: at }),
  });
  network.answer({
    ...{ method: 'DELETE', path: '/webhooks', schema: removedWebhookAnswer },
    answer: () => {
      webhooks = [];
      return { id: uuid(3) };
    },
  });
  await open();
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

it('shows how an endpoint fares', async () => {
  webhooks = [
    webhook(3),
    webhook(4, { failingSince: at, waiting: 12, lastSuccessAt: null }),
    webhook(5, { enabled: false, disabledReason: 'gone' }),
  ];
  await open();
  for (const text of ['Ativo', 'Falhando', '12 na fila', 'Desativado', 'Nunca'])
    await expect.element(page.getByText(text, { exact: true })).toBeVisible();
  for (const why of ['O endereço respondeu que não existe mais', 'Nenhuma entrega dá certo desde'])
    await expect.element(page.getByText(why, { exact: false })).toBeVisible();
});

it('lists deliveries by their state, opens one, and sends it again', async () => {
  const body = JSON.stringify({ type: 'message.received', timestamp: at, data: { messageId: uuid(7) } });
  network.answer({
    ...{ method: 'GET', path: `/webhooks/${uuid(3)}/deliveries/${uuid(21)}`, schema: deliveryAnswer },
    answer: () => ({
      ...failed,
      request: { url: webhook(3).url, headers: { 'webhook-id': uuid(21) }, body },
      answer: '<script>alert(1)</script>',
    }),
  });
  network.answer({
    ...{ method: 'POST', path: `/webhooks/${uuid(3)}/deliveries`, schema: queuedDeliveryAnswer, status: 202 },
    answer: () => ({ deliveryId: uuid(21) }),
  });
  await open();
  await button('Entregas: Loja 3').click();
  await expect.element(page.getByText('HTTP 200 · 41 ms').first()).toBeVisible();
  await page.getByText('Falharam', { exact: true }).click();
  await expect.element(page.getByText('Sem resposta em 15 s')).toBeVisible();
  await expect.element(page.getByText('HTTP 200 · 41 ms')).not.toBeInTheDocument();
  await button('Ver entrega: Mensagem recebida').click();
  await expect.element(page.getByText('<script>alert(1)</script>')).toBeVisible();
  await expect.element(page.getByText(`"messageId": "${uuid(7)}"`, { exact: false })).toBeVisible();
  await button('Reenviar').click();
  await expect.element(page.getByText('Será enviada de novo')).toBeVisible();
  expect(network.callsOf('POST', `/webhooks/${uuid(3)}/deliveries/${uuid(21)}/resend`)).toHaveLength(1);
});

it('sends a period again, and a test', async () => {
  network.answer({
    ...{ method: 'POST', path: `/webhooks/${uuid(3)}/resend`, schema: resendAnswer, status: 202 },
    answer: () => ({ count: 2 }),
  });
  network.answer({
    ...{ method: 'POST', path: `/webhooks/${uuid(3)}/test`, schema: queuedDeliveryAnswer, status: 202 },
    answer: () => ({ deliveryId: uuid(30) }),
  });
  await openDeliveries();
  await button('Enviar teste').click();
  await expect.element(page.getByText('Teste enviado')).toBeVisible();
  await button('Reenviar um período').click();
  await page.getByRole('combobox', { name: 'Período' }).click();
  await page.getByRole('option', { name: 'Últimos 7 dias' }).click();
  await button('Reenviar').click();
  await expect.element(page.getByText('2 entregas na fila')).toBeVisible();
  const [asked] = network.callsOf('POST', `/webhooks/${uuid(3)}/resend`);
  expect(asked?.body).toMatchObject({ status: 'failed' });
});

it('says when the webhooks cannot be had, and asks again', async () => {
  let isDown = true;
  network.answer({
    ...{ method: 'GET', path: '/webhooks', schema: webhooksAnswer },
    answer: () => (isDown ? { refused: 'ERR_NO_PERMISSION', status: 403 } : { webhooks }),
  });
  await open();
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
  webhooks = [
    webhook(3, { url, description: 'Integração da loja virtual com o estoque '.repeat(3), failingSince: at }),
  ];
  await open({ width, scheme });
  await expect.element(page.getByText('Falhando')).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  await button(`Entregas: ${webhooks[0]?.description}`).click();
  await expect.element(page.getByText('Ticket fechado')).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
});

it('has room for a time as English writes it', async () => {
  await changeLanguage('en');
  onTestFinished(() => changeLanguage('pt-BR'));
  deliveries = [delivery(20, { happenedAt: '2026-11-24T17:38:00.000Z' })];
  await openDeliveries();
  const time = page.getByText('11/24/2026, 02:38 PM');
  await expect.element(time).toBeVisible();
  const cell = time.element().closest('[role=cell], [role=gridcell], td') ?? time.element();
  expect(cell.scrollWidth).toBeLessThanOrEqual(cell.clientWidth);
});
