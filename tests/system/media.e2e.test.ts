import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { phone } from '#start/demo/records.ts';
import { addContact, contactPhone } from './api.ts';
import { chromiumPath, logIn, narrow, openBrowser, openWindow, type Person, wide } from './browser.ts';
import { faults } from './probes.ts';
import { demoPassword, type Product, startProduct } from './product.ts';
import { bubble, bubbles, row, tab } from './screen.ts';
import { wav } from './wav.ts';

const gabriela = { number: '5551944440005', name: 'Gabriela Lima' };
const shots = process.env.MEDIA_SHOTS;

const photo = (label: string, hue: number): Promise<Buffer> =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="800"><rect width="100%" height="100%"
        fill="hsl(${hue} 55% 55%)"/><circle cx="850" cy="300" r="180" fill="hsl(${hue + 40} 80% 75%)"/>
        <text x="60" y="720" font-size="120" font-family="sans-serif" fill="white">${label}</text></svg>`,
    ),
  )
    .jpeg()
    .toBuffer();

/** Two seconds of a tone, as a WAV file. */
const tone = (): Buffer => wav(2, n => Math.sin(n / 3) * 9_000);

describe.skipIf(!chromiumPath())('files in a conversation', () => {
  let product: Product;
  let browser: Browser;
  let ana: Person;
  let page: Page;

  const post = async (path: string, body: object) => {
    const answer = await fetch(`${product.simulatorUrl}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(answer.ok).toBe(true);
  };
  const contactSends = (body: object) =>
    post(`/contacts/${gabriela.number}/messages`, { to: phone.number, ...body });
  const media = (kind: string, mimetype: string, bytes: Buffer, more: object = {}) => ({
    media: { kind, mimetype, base64: bytes.toString('base64'), ...more },
  });
  /** How wide the picture is that the browser has drawn. */
  const drawnWidth = (image: Locator) =>
    image.evaluate(async (element: unknown) => {
      const picture = element as { decode: () => Promise<void>; naturalWidth: number };
      await picture.decode();
      return picture.naturalWidth;
    });
  const lastPicture = () => drawnWidth(page.getByTestId('picture').last().locator('img'));

  beforeAll(async () => {
    product = await startProduct();
    await addContact(product.simulatorUrl, gabriela);
    browser = await openBrowser();
    ana = await openWindow(browser);
    ({ page } = ana);
    await logIn(page, product.url, 'ana@demo.local', demoPassword);
    await contactPhone(product.simulatorUrl, gabriela.number, phone.number).write('Bom dia');
    await tab(page, /Aguardando/).click();
    await row(page, gabriela.name).hover();
    await page.getByRole('button', { name: `Aceitar ${gabriela.name}` }).click();
    await page.waitForURL(/\/tickets\/[0-9a-f-]{36}/);
    await bubble(page, 'Bom dia').waitFor();
  });
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
  });

  it('shows a picture, and the whole of it on a click', async () => {
    await contactSends(
      media('image', 'image/jpeg', await photo('Vitrine', 150), { caption: 'Vocês têm este?' }),
    );
    await bubble(page, 'Vocês têm este?').getByTestId('picture').waitFor();
    expect(await lastPicture()).toBe(480);
    await page.getByTestId('picture').last().click();
    const whole = page.getByTestId('lightbox');
    await whole.waitFor();
    expect(await drawnWidth(whole)).toBe(1200);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Baixar' }).click(),
    ]);
    expect(await download.failure()).toBeNull();
    await page.keyboard.press('Escape');
    await whole.waitFor({ state: 'detached' });
  });

  it('plays a voice note at the speed that is wanted', async () => {
    await contactSends(media('audio', 'audio/wav', tone(), { voice: true, seconds: 2 }));
    const player = page.getByTestId('audio').last();
    await player.getByText('0:02').waitFor();
    await player.getByRole('button', { name: 'Velocidade 1' }).click();
    await player.getByRole('button', { name: 'Velocidade 1,5' }).click();
    await player.getByRole('button', { name: 'Velocidade 2' }).waitFor();
    await player.getByRole('button', { name: 'Reproduzir' }).click();
    await player.getByRole('button', { name: 'Pausar' }).waitFor();
    await player.getByRole('button', { name: 'Reproduzir' }).waitFor();
  });

  it('shows documents, places and contact cards', async () => {
    const pdf = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(140_000, 'x')]);
    await contactSends(media('document', 'application/pdf', pdf, { fileName: 'Orçamento março.pdf' }));
    const card = page.getByTestId('document').last();
    await card.getByText('Orçamento março.pdf').waitFor();
    await card.getByText(/PDF · 137 kB/).waitFor();
    await contactSends({ location: { latitude: -23.5503, longitude: -46.6339, name: 'Praça da Sé' } });
    const place = page.getByTestId('place').last();
    expect(await place.getAttribute('href')).toContain('maps.google.com');
    const vcard = 'BEGIN:VCARD\nVERSION:3.0\nFN:Rui Souza\nTEL;waid=5511:+55 11 91234-5678\nEND:VCARD';
    await contactSends({ vcard: { name: 'Rui Souza', vcard } });
    await page.getByTestId('contact-card').getByText('+55 11 91234-5678').waitFor();
  });

  it('says that a file could not be had, and tries again on a click', async () => {
    await post('/faults', { goneNextMedia: 1, refuseReupload: true });
    await contactSends(media('image', 'image/jpeg', await photo('Etiqueta', 20), { caption: 'A etiqueta' }));
    const failed = page.getByTestId('file-failed');
    await failed.getByText('O WhatsApp não tem mais este arquivo.').waitFor();
    if (shots) await page.screenshot({ path: join(shots, 'failed.png') });
    await failed.getByRole('button', { name: 'Tentar de novo' }).click();
    await bubble(page, 'A etiqueta').getByTestId('picture').waitFor();
  });

  it('sends pictures with words, and documents', async () => {
    await page
      .getByTestId('file-chooser')
      .setInputFiles([{ name: 'azul.jpg', mimeType: 'image/jpeg', buffer: await photo('Azul', 210) }]);
    await page.getByTestId('chosen-files').locator('img').waitFor();
    if (shots) await page.screenshot({ path: join(shots, 'attach.png') });
    await page.getByRole('textbox', { name: 'Adicione uma legenda' }).fill('Temos em azul');
    await page.keyboard.press('Enter');
    const sent = bubble(page, 'Temos em azul');
    await sent.getByTestId('picture').waitFor();
    await sent.locator('[aria-label="Entregue"], [aria-label="Lida"]').first().waitFor();
    expect(await lastPicture()).toBe(480);
    const shown = await contactPhone(product.simulatorUrl, gabriela.number, phone.number).shown();
    expect(shown.filter(({ text }) => text === '*Ana:*\nTemos em azul')).toHaveLength(1);
  });

  it('takes what is dropped on the page', async () => {
    const transfer = await page.evaluateHandle(`(() => {
      const files = new DataTransfer();
      files.items.add(new File(['linha 1\\nlinha 2'], 'lista.txt', { type: 'text/plain' }));
      return files;
    })()`);
    await page.dispatchEvent('body', 'dragover', { dataTransfer: transfer });
    await page.getByText('Solte os arquivos aqui para anexar').waitFor();
    await page.dispatchEvent('body', 'drop', { dataTransfer: transfer });
    await page.getByTestId('send-files').click();
    await page.getByTestId('document').last().getByText('lista.txt').waitFor();
  });

  it.each([
    { name: 'wide-light', viewport: wide, colorScheme: 'light' },
    { name: 'wide-dark', viewport: wide, colorScheme: 'dark' },
    { name: 'narrow-light', viewport: narrow, colorScheme: 'light' },
    { name: 'narrow-dark', viewport: narrow, colorScheme: 'dark' },
  ] as const)('has no serious accessibility fault, $name', async ({ name, viewport, colorScheme }) => {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.reload();
    await bubble(page, 'Temos em azul').getByTestId('picture').waitFor();
    await lastPicture();
    expect(await faults(page)).toEqual([]);
    if (!shots) return;
    await page.screenshot({ path: join(shots, `${name}-end.png`) });
    await bubbles(page).nth(1).scrollIntoViewIfNeeded();
    await page.screenshot({ path: join(shots, `${name}-start.png`) });
  });

  it('complains of nothing', () => {
    expect(ana.errors).toEqual([]);
  });
});
