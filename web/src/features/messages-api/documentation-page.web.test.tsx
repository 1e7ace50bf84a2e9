import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { featuresAnswer } from '#contracts/http.ts';
import { outsideExamples, problemExample } from '#contracts/outside-examples.ts';
import { outsideMessage, sendOutsideAnswer } from '#contracts/outside-messages.ts';
import { changeLanguage } from '../../i18n/i18n.ts';
import { fakeNetwork, type Network } from '../../testing/network.ts';
import { stage } from '../../testing/stage.tsx';
import { DocumentationPage } from './documentation-page.tsx';

const token = 'blc_4fQzR1x0Vb9mTn3sKq7uYw2eHc5aLd8jPf6gZi0oXvE';
const { accepted, message } = outsideExamples;
const queued = { ...message, state: 'queued' as const, sentAt: null, deliveredAt: null };

let network: Network;
beforeEach(() => {
  network = fakeNetwork();
  network.answer({
    ...{ method: 'GET', path: '/features', schema: featuresAnswer },
    answer: () => ({
      ...{
        simulator: true,
        setupNeeded: false,
        version: '1',
        fileLimit: 100_000_000,
        mediaLimit: 16_000_000,
        outsideLimits: { calls: 12_000, perNumber: 45 },
      },
    }),
  });
});

type Sent = Parameters<typeof network.answer<typeof sendOutsideAnswer>>[0]['answer'];
const answerSending = (answer: Sent = () => accepted): void =>
  network.answer({
    ...{ method: 'POST', path: '/messages/send', schema: sendOutsideAnswer, status: 202, answer },
  });
const answerState = (states: readonly object[]): void => {
  let at = 0;
  network.answer({
    ...{ method: 'GET', path: `/messages/${accepted.id}`, schema: outsideMessage },
    answer: () => outsideMessage.parse(states[Math.min(at++, states.length - 1)]),
  });
};

const open = (width = 1440) => stage(network, <DocumentationPage />, { address: '/messages-api', width });
const field = (label: string) => page.getByLabelText(label, { exact: true });
const send = () => page.getByRole('button', { name: 'Enviar', exact: true }).click();
const fillIn = async (): Promise<void> => {
  await field('Seu token').fill(token);
  await field('Número').fill('5511987654321');
  await field('Mensagem').fill('Seu pedido saiu!');
};

it('fills the pasted token and the own address into every language, and keeps them out of address and storage', async () => {
  await open();
  const code = () =>
    page
      .getByRole('figure')
      .all()
      .map(figure => figure.element().textContent ?? '');
  await expect.element(page.getByText('Bearer SEU_TOKEN').first()).toBeVisible();
  await field('Seu token').fill(token);
  for (const [language, word] of [
    ['curl', 'curl '],
    ['JavaScript', 'await fetch('],
    ['PHP', 'curl_init('],
    ['Python', 'requests.post('],
  ] as const) {
    await page.getByText(language, { exact: true }).click();
    await expect.poll(() => code().filter(text => text.includes(token)).length).toBe(7);
    expect(
      code().some(text => text.includes(word) && text.includes(`${location.origin}/api/messages/send`)),
    ).toBe(true);
  }
  const kept = JSON.stringify([location.href, { ...localStorage }, { ...sessionStorage }, document.cookie]);
  expect(kept).not.toContain(token);
});

it('sends a text with the token alone, and follows it until it is read', async () => {
  const times = { sentAt: message.sentAt, deliveredAt: message.deliveredAt };
  answerSending();
  answerState([
    queued,
    { ...queued, state: 'sent', sentAt: message.sentAt },
    { ...message, ...times },
    { ...message, ...times, state: 'read', readAt: '2026-11-23T14:05:12.000Z' },
  ]);
  await open();
  await fillIn();
  await send();
  await expect.element(page.getByText('Mensagem enviada com sucesso')).toBeVisible();
  await expect.element(page.getByText('202', { exact: true })).toBeVisible();
  const [asked] = network.callsOf('POST', '/messages/send');
  expect(asked?.body).toEqual({ number: '5511987654321', body: 'Seu pedido saiu!' });
  expect(asked?.headers.get('authorization')).toBe(`Bearer ${token}`);
  expect(asked?.headers.get('idempotency-key')).toBeTruthy();
  const progress = page.getByRole('region', { name: 'O que aconteceu com ela' });
  await expect.element(progress.getByRole('img', { name: 'Lida' }), { timeout: 10_000 }).toBeVisible();
  const asks = network.callsOf('GET', '/messages/').length;
  expect(asks).toBe(4);
  await expect.element(progress.getByText('A página pergunta')).not.toBeInTheDocument();
});

it.each([
  ['ERR_WAPP_INVALID_CONTACT', null, 'Falhou: Este não é um número de WhatsApp válido.'],
  ['ERR_SENDING_WAPP_MSG', 463, '463'],
  ['ERR_WAPP_NO_ANSWER', null, 'Falhou: O WhatsApp não confirmou a mensagem'],
] as const)('says why it failed: %s', async (code, whatsappCode, text) => {
  answerSending();
  const error = { code, whatsappCode };
  answerState([{ ...queued, state: 'failed', failedAt: queued.queuedAt, error }]);
  await open();
  await fillIn();
  await send();
  await expect.element(page.getByText(text).first()).toBeVisible();
});

it('sends files as a form, with their caption', async () => {
  answerSending();
  answerState([queued]);
  await open();
  await page.getByText('Arquivo', { exact: true }).click();
  await field('Seu token').fill(token);
  await field('Número').fill('5511987654321');
  await field('Legenda').fill('Segue o boleto');
  const input = document.querySelector<HTMLInputElement>('input[type="file"]');
  if (!input) throw new Error('there is no field for files');
  await userEvent.upload(input, [new File(['%PDF-1.7'], 'boleto.pdf', { type: 'application/pdf' })]);
  await send();
  await expect.element(page.getByText('Mensagem enviada com sucesso')).toBeVisible();
  const [asked] = network.callsOf('POST', '/messages/send');
  expect(asked?.form?.get('number')).toBe('5511987654321');
  expect(asked?.form?.get('body')).toBe('Segue o boleto');
  expect(asked?.form?.getAll('medias').map(file => file instanceof File && file.name)).toEqual([
    'boleto.pdf',
  ]);
  expect(asked?.headers.get('content-type')).toBeNull();
});

it('asks for a token, a number without mask and a text before it sends', async () => {
  await open();
  await send();
  await expect.element(page.getByText('Campo obrigatório').first()).toBeVisible();
  await field('Número').fill('+55 (11) 98765-4321');
  await field('Mensagem').fill('Oi');
  await send();
  await expect.element(page.getByText('Só dígitos, de 8 a 15', { exact: false })).toBeVisible();
  await field('Número').fill('5511987654321');
  await send();
  await expect.element(page.getByText('Cole um token para testar.')).toBeVisible();
  await expect.element(field('Seu token')).toHaveFocus();
  expect(network.callsOf('POST', '/messages/send')).toHaveLength(0);
});

it('says in one way whether the token is shown', async () => {
  await open();
  await field('Seu token').fill(token);
  const show = page.getByRole('button', { name: 'Mostrar o token' });
  await expect.element(show).not.toHaveAttribute('aria-pressed');
  await show.click();
  const hide = page.getByRole('button', { name: 'Ocultar o token' });
  await expect.element(hide).not.toHaveAttribute('aria-pressed');
  await hide.click();
  await expect.element(show).toBeVisible();
});

it('shows a refusal as it is, and at its field', async () => {
  const refused = problemExample(422);
  answerSending(() => ({ problem: refused }));
  await open();
  await fillIn();
  await send();
  await expect.element(page.getByText('422', { exact: true }).last()).toBeVisible();
  await expect.element(field('Número')).toHaveAttribute('aria-invalid', 'true');
  await expect
    .element(page.getByText('"type": "urn:balcao:problem:ERR_VALIDATION"', { exact: false }))
    .toBeVisible();
});

it('sends nothing twice when no answer came', async () => {
  let isDown = true;
  answerSending(() => (isDown ? { lost: true } : accepted));
  answerState([queued]);
  await open();
  await fillIn();
  await send();
  await expect.element(page.getByText('a mensagem não sai duas vezes', { exact: false })).toBeVisible();
  isDown = false;
  await send();
  await expect.element(page.getByText('202', { exact: true })).toBeVisible();
  await send();
  await vi.waitFor(() => expect(network.callsOf('POST', '/messages/send')).toHaveLength(3), {
    timeout: 20_000,
  });
  const keys = network.callsOf('POST', '/messages/send').map(({ headers }) => headers.get('idempotency-key'));
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
});

it('sends nothing twice after a fault of the server', async () => {
  let isDown = true;
  answerSending(() => (isDown ? { problem: problemExample(500) } : accepted));
  answerState([queued]);
  await open();
  await fillIn();
  await send();
  await expect.element(page.getByLabelText('Teste aqui').getByText('500', { exact: true })).toBeVisible();
  isDown = false;
  await send();
  await expect.element(page.getByText('202', { exact: true })).toBeVisible();
  const keys = network.callsOf('POST', '/messages/send').map(({ headers }) => headers.get('idempotency-key'));
  expect(keys).toEqual([keys[0], keys[0]]);
});

it('lists what calls about webhooks, people and the company are refused with', async () => {
  await open();
  const rows = [...document.querySelectorAll('table tbody tr')].map(row => row.textContent ?? '');
  for (const refused of [
    '402ERR_SUBSCRIPTION_EXPIRED',
    '404ERR_NO_USER_FOUND',
    '404ERR_NO_WEBHOOK_FOUND',
    '404ERR_NO_DELIVERY_FOUND',
    '409ERR_WEBHOOK_LIMIT',
    '409ERR_WEBHOOK_DISABLED',
    '409ERR_CONFLICT',
    '500ERR_INTERNAL',
    '503ERR_DISK_FULL',
  ])
    expect(rows.filter(row => row.startsWith(refused) && row.length > refused.length)).toHaveLength(1);
});

it.each([
  ['pt-BR', 'O de um contato não é conferido de novo'],
  ['en', 'A contact’s is not checked again'],
  ['es', 'El de un contacto no se comprueba otra vez'],
] as const)(
  'says when a number without WhatsApp is refused, and when it fails later, in %s',
  async (language, text) => {
    await changeLanguage(language);
    onTestFinished(() => changeLanguage('pt-BR'));
    await open();
    const after = page.getByRole('region').getByText(text, { exact: false });
    await expect
      .element(after)
      .toHaveTextContent(/422.*ERR_WAPP_INVALID_CONTACT.*202.*failed.*message\.failed/);
  },
);

it.each([
  ['pt-BR', ['12.000 chamadas por minuto', '45 mensagens por minuto']],
  ['en', ['12,000 calls a minute', '45 messages a minute']],
  ['es', ['12.000 llamadas por minuto', '45 mensajes por minuto']],
] as const)('names both limits of calls with their figures, in %s', async (language, limits) => {
  await changeLanguage(language);
  onTestFinished(() => changeLanguage('pt-BR'));
  await open();
  for (const limit of limits)
    await expect.element(page.getByRole('listitem').filter({ hasText: limit })).toBeVisible();
});

it('has examples in the language of the page, with ids and names of files', async () => {
  await changeLanguage('en');
  onTestFinished(() => changeLanguage('pt-BR'));
  await open();
  const code = () =>
    page
      .getByRole('figure')
      .all()
      .map(figure => figure.element().textContent ?? '')
      .join('\n');
  await expect.poll(code).toContain('Idempotency-Key: order-1042');
  for (const word of ['"externalId": "order-1042"', 'externalId=order-1042', 'invoice.pdf', 'photo.jpg'])
    expect(code()).toContain(word);
  expect(code()).not.toMatch(/pedido|boleto|foto|assim/);
});

it('says that a token may not read', async () => {
  answerSending();
  network.answer({
    ...{ method: 'GET', path: `/messages/${accepted.id}`, schema: outsideMessage },
    answer: () => ({ problem: problemExample(403) }),
  });
  await open();
  await fillIn();
  await send();
  await expect.element(page.getByText('falta o escopo read', { exact: false })).toBeVisible();
});

it.each([390, 1440])('fits a screen of %i pixels, whatever the code is', async width => {
  await open(width);
  await field('Seu token').fill(token.repeat(4));
  await expect.element(page.getByText('Referência completa')).toBeInTheDocument();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  const wide = [...document.querySelectorAll('section, figure, table, dl')].filter(
    element => element.getBoundingClientRect().right > width,
  );
  expect(wide.map(({ textContent }) => textContent?.slice(0, 40))).toEqual([]);
});
