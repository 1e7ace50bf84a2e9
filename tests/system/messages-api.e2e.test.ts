import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { phone } from '#start/demo/records.ts';
import { createClient } from '../../docs/examples/messages-api.ts';
import { addContact, contactPhone } from './api.ts';
import { chromiumPath, logIn, openBrowser, openWindow, type Person } from './browser.ts';
import { demoPassword, type Product, startProduct } from './product.ts';

const run = promisify(execFile);
const described = z.object({
  servers: z.array(z.object({ url: z.string() })),
  paths: z.record(z.string(), z.record(z.string(), z.object({ operationId: z.string() }))),
});
const person = { number: '5548922340077', name: 'Rita Prado' };

describe.skipIf(!chromiumPath())('the messages API, from its page alone', () => {
  let product: Product;
  let browser: Browser;
  let admin: Person;
  let token: string;

  beforeAll(async () => {
    product = await startProduct();
    await addContact(product.simulatorUrl, person);
    browser = await openBrowser();
    admin = await openWindow(browser);
    await logIn(admin.page, product.url, 'admin@demo.local', demoPassword);
  });
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
  });

  const heard = async (): Promise<string[]> => {
    const shown = await contactPhone(product.simulatorUrl, person.number, phone.number).shown();
    return shown.filter(({ fromMe }) => !fromMe).map(({ text }) => text);
  };
  const button = (name: string) => admin.page.getByRole('button', { name, exact: true });
  const field = (label: string) => admin.page.getByLabel(label, { exact: true });

  it('gives an administrator a key, whose token is shown once', async () => {
    const { page } = admin;
    await page.getByRole('link', { name: 'API de mensagens' }).click();
    await page.getByRole('link', { name: 'Chaves da empresa' }).click();
    await button('Nova chave').click();
    await field('Nome').fill('Loja virtual');
    await button('Criar chave').click();
    token = await page.getByRole('textbox', { name: 'Token da chave' }).inputValue();
    expect(token).toMatch(/^blc_/);
    await button('Já guardei').click();
    await page.reload();
    await page.getByText('Loja virtual').waitFor();
    expect(await page.content()).not.toContain(token);
  });

  it('sends a text by the form, and follows it to the phone', async () => {
    const { page } = admin;
    await page.getByRole('tab', { name: 'Documentação' }).click();
    await field('Seu token').fill(token);
    await field('Número').fill(person.number);
    await field('Mensagem').fill('Oi pela página');
    await button('Enviar').click();
    await page.getByText('Mensagem enviada com sucesso').waitFor();
    const progress = page.getByRole('region', { name: 'O que aconteceu com ela' });
    await progress.getByRole('img', { name: 'Entregue' }).waitFor();
    expect(await heard()).toContain('Oi pela página');
    expect(page.url()).not.toContain(token);
  });

  it('sends a file by the form', async () => {
    const { page } = admin;
    await page.getByText('Arquivo', { exact: true }).click();
    await field('Número').fill(person.number);
    await field('Legenda').fill('Segue o boleto');
    await page.locator('input[type="file"]').setInputFiles({
      ...{ name: 'boleto.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 boleto') },
    });
    await button('Enviar').click();
    const progress = page.getByRole('region', { name: 'O que aconteceu com ela' });
    await progress.getByRole('img', { name: 'Entregue' }).waitFor();
    await expect.poll(heard).toContain('Segue o boleto');
  });

  it('sends by the example in the documentation, once for a key, and reads it back', async () => {
    const npm = [
      'run',
      '--silent',
      'example:send',
      '--',
      '--address',
      product.url,
      '--number',
      person.number,
    ];
    const send = () =>
      run('npm', [...npm, '--text', 'Oi do programa', '--key', 'pedido-1'], {
        env: { ...process.env, BALCAO_TOKEN: token },
      });
    const { stdout } = await send();
    expect(stdout).toMatch(/^message \S+ in ticket \S+\n(.+\n)*(delivered|read)\n$/);
    expect((await send()).stdout.split('\n')[0]).toBe(stdout.split('\n')[0]);
    expect((await heard()).filter(text => text === 'Oi do programa')).toHaveLength(1);

    const client = createClient({ address: product.url, token });
    const { messages } = await client.listMessages({ number: person.number });
    expect(messages.map(({ mediaType }) => mediaType)).toEqual(['text', 'application', 'text']);
    expect(await client.getMessage(messages[0]?.id ?? '')).toMatchObject({
      number: person.number,
      error: null,
    });
  });

  it('describes itself with its own address, for tools that import it', async () => {
    for (const address of ['/docs/json', '/docs/programs.json']) {
      const answer = await fetch(`${product.url}${address}`);
      const { servers, paths } = described.parse(await answer.json());
      expect(servers).toEqual([{ url: product.url }]);
      expect(paths['/api/messages/send']?.post?.operationId).toBe('sendMessage');
    }
  });

  it('ends a key at once when it is revoked', async () => {
    const { page } = admin;
    await page.getByRole('tab', { name: 'Chaves' }).click();
    await button('Revogar: Loja virtual').click();
    await button('Revogar').click();
    await page.getByText('Revogada', { exact: true }).waitFor();
    const refused = await createClient({ address: product.url, token })
      .listMessages()
      .catch((error: unknown) => error);
    expect(refused).toMatchObject({ status: 401, problem: { code: 'ERR_UNAUTHENTICATED' } });
  });

  it('leaves the token in no file of the product: no log, no event, no table', async () => {
    const found = await run('grep', ['-rlF', token, product.dataDir]).catch(({ code, stdout }) => ({
      code,
      stdout,
    }));
    expect(found).toEqual({ code: 1, stdout: '' });
    expect(product.output()).not.toContain(token);
    expect(admin.errors).toEqual([]);
  });
});
