import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { deliveryAnswer, queuedDeliveryAnswer, resendAnswer, webhookView } from '#contracts/webhooks.ts';
import { changeLanguage } from '../../../i18n/i18n.ts';
import { uuid } from '../../../testing/stage.tsx';
import {
  at,
  button,
  delivery,
  failed,
  type WebhooksServer,
  webhook,
  webhooksServer,
} from './testing/webhooks-stage.tsx';

let server: WebhooksServer;
beforeEach(() => {
  server = webhooksServer();
});

it('lists deliveries by their state, opens one, and sends it again', async () => {
  const body = JSON.stringify({ type: 'message.received', timestamp: at, data: { messageId: uuid(7) } });
  server.network.answer({
    ...{ method: 'GET', path: `/webhooks/${uuid(3)}/deliveries/${uuid(21)}`, schema: deliveryAnswer },
    answer: () => ({
      ...failed,
      request: { url: webhook(3).url, headers: { 'webhook-id': uuid(21) }, body },
      requestProblem: null,
      answer: '<script>alert(1)</script>',
    }),
  });
  server.network.answer({
    ...{ method: 'POST', path: `/webhooks/${uuid(3)}/deliveries`, schema: queuedDeliveryAnswer, status: 202 },
    answer: () => ({ deliveryId: uuid(21) }),
  });
  await server.open();
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
  expect(server.network.callsOf('POST', `/webhooks/${uuid(3)}/deliveries/${uuid(21)}/resend`)).toHaveLength(
    1,
  );
});

it('sends a period again, and a test', async () => {
  server.network.answer({
    ...{ method: 'POST', path: `/webhooks/${uuid(3)}/resend`, schema: resendAnswer, status: 202 },
    answer: () => ({ count: 2 }),
  });
  server.network.answer({
    ...{ method: 'POST', path: `/webhooks/${uuid(3)}/test`, schema: queuedDeliveryAnswer, status: 202 },
    answer: () => ({ deliveryId: uuid(30) }),
  });
  await server.openDeliveries();
  await button('Enviar teste').click();
  await expect.element(page.getByText('Teste enviado')).toBeVisible();
  await button('Reenviar um período').click();
  await page.getByRole('combobox', { name: 'Período' }).click();
  await page.getByRole('option', { name: 'Últimos 7 dias' }).click();
  await button('Reenviar').click();
  await expect.element(page.getByText('2 entregas na fila')).toBeVisible();
  const [asked] = server.network.callsOf('POST', `/webhooks/${uuid(3)}/resend`);
  expect(asked?.body).toMatchObject({ status: 'undelivered' });
});

it('says why a delivery cannot be made, and until when the receiver wants none', async () => {
  const reason = 'event 0 of a message is encrypted under a key that is not in the database';
  const unmade = delivery(23, { status: 'waiting', tries: 4, answered: null, problem: 'unreadable', reason });
  server.there.deliveries = [unmade];
  server.there.webhooks = [webhook(3, { failingSince: at, heldUntil: '2026-11-23T13:00:00.000Z' })];
  server.network.answer({
    ...{ method: 'GET', path: `/webhooks/${uuid(3)}/deliveries/${uuid(23)}`, schema: deliveryAnswer },
    answer: () => ({ ...unmade, request: null, requestProblem: 'unreadable' as const, answer: null }),
  });
  await server.openDeliveries();
  await expect.element(page.getByText('Pediu para não receber nada até', { exact: false })).toBeVisible();
  await expect.element(page.getByText('Não enviada: não dá para ler')).toBeVisible();
  await button('Ver entrega: Mensagem recebida').click();
  await expect
    .element(page.getByText('nada é enviado. O Balcão tenta de novo', { exact: false }))
    .toBeVisible();
  await expect.element(page.getByText(reason)).toBeVisible();
});

it('leaves the line to the name of a webhook on a phone, whatever its state needs', async () => {
  const width = 390;
  const reason = { enabled: false, disabledReason: 'gone' } as const;
  server.there.webhooks = [
    webhook(3, { description: 'Sistema de acompanhamento de pedidos e entregas', ...reason }),
  ];
  await server.openDeliveries({ width });
  await expect.element(page.getByText('respondeu que não existe mais', { exact: false })).toBeVisible();
  const name = page.getByRole('heading', { name: 'Sistema de acompanhamento' }).element();
  expect(name.getBoundingClientRect().width).toBeGreaterThan(width * 0.75);
});

it('has room for a time as English writes it', async () => {
  await changeLanguage('en');
  onTestFinished(() => changeLanguage('pt-BR'));
  server.there.deliveries = [delivery(20, { happenedAt: '2026-11-24T17:38:00.000Z' })];
  await server.openDeliveries();
  const time = page.getByText('24/11/2026, 14:38');
  await expect.element(time).toBeVisible();
  const cell = time.element().closest('[role=cell], [role=gridcell], td') ?? time.element();
  expect(cell.scrollWidth).toBeLessThanOrEqual(cell.clientWidth);
});

it('offers to send nothing again while the webhook is disabled, says why, and enables it', async () => {
  const waits = delivery(22, { status: 'waiting', tries: 3, nextTryAt: at });
  server.there.deliveries = [failed, waits];
  server.there.webhooks = [webhook(3, { enabled: false, disabledReason: 'failing', waiting: 1 })];
  server.network.answer({
    ...{ method: 'GET', path: `/webhooks/${uuid(3)}/deliveries/${uuid(21)}`, schema: deliveryAnswer },
    answer: () => ({ ...failed, request: null, requestProblem: null, answer: null }),
  });
  server.network.answer({
    ...{ method: 'PUT', path: `/webhooks/${uuid(3)}`, schema: webhookView },
    answer: () => {
      server.there.webhooks = [webhook(3)];
      return webhook(3);
    },
  });
  await server.openDeliveries();
  const notice = page.getByRole('note');
  await expect.element(notice).toHaveTextContent('nada é enviado: ative-o para reenviar');
  await expect.element(notice).toHaveTextContent('O que está na fila sai assim que for ativado.');
  await expect.element(page.getByText('3 tentativas', { exact: true })).toBeVisible();
  await expect.element(button('Reenviar: Mensagem recebida').first()).not.toBeInTheDocument();
  await button('Reenviar um período').click({ force: true });
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await button('Ver entrega: Mensagem recebida').first().click();
  await expect.element(button('Reenviar')).toHaveAttribute('aria-disabled', 'true');
  await expect.element(page.getByRole('dialog').getByText('ative-o para reenviar')).toBeVisible();
  await page.getByRole('dialog').getByText('Fechar', { exact: true }).click();
  await button('Ativar').click();
  await expect.element(page.getByText('Webhook ativado')).toBeVisible();
  await expect.element(button('Reenviar: Mensagem recebida').first()).toBeVisible();
  await expect.element(notice).not.toBeInTheDocument();
  const [asked] = server.network.callsOf('PUT', `/webhooks/${uuid(3)}`);
  expect(asked?.body).toEqual({ enabled: true });
});
