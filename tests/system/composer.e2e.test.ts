import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { type Browser, chromium, type Route } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { phone, queues } from '#start/demo/records.ts';
import { addContact, contactPhone, login } from './api.ts';
import { chromiumPath, logIn, narrow, openWindow, type Person, wide } from './browser.ts';
import { faults } from './probes.ts';
import { demoPassword, type Product, startProduct } from './product.ts';
import { bubble, bubbles, input, row, tab, write } from './screen.ts';

const lara = { number: '5551944440015', name: 'Lara Campos' };
const shots = process.env.COMPOSER_SHOTS;
const signature = '*Ana:*\n';

type OnPhone = {
  readonly id: string;
  readonly text: string;
  readonly fromMe: boolean;
  readonly quoted?: unknown;
  readonly media?: {
    readonly kind: string;
    readonly mimetype: string;
    readonly size: number;
    readonly path: string;
    readonly voice?: boolean;
    readonly seconds?: number;
  };
};

/** For the page: how many files of messages on their way its browser has written down. */
const filesWrittenDown = `new Promise(done => {
  const opening = indexedDB.open('balcao-outbox', 1);
  opening.onupgradeneeded = () => opening.transaction.abort();
  opening.onerror = () => done(0);
  opening.onsuccess = () => {
    const counting = opening.result.transaction('files').objectStore('files').count();
    counting.onsuccess = () => {
      opening.result.close();
      done(counting.result);
    };
  };
})`;

/** A picture that does not compress well, as photos are. */
const photo = async (): Promise<Buffer> => {
  const [width, height] = [1_200, 900];
  const noise = randomBytes(width * height * 3);
  return sharp(noise, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 96 })
    .toBuffer();
};

describe.skipIf(!chromiumPath())('the input of a conversation', () => {
  let product: Product;
  let browser: Browser;
  let ana: Person;
  let page: Person['page'];

  const device = () => contactPhone(product.simulatorUrl, lara.number, phone.number);
  const onPhone = async (): Promise<readonly OnPhone[]> =>
    (await device().shown()).filter(({ fromMe }) => !fromMe) as readonly OnPhone[];
  /** The message of the phone that fits, once it is there. */
  const arrived = async (fits: (message: OnPhone) => boolean): Promise<OnPhone> => {
    let found: OnPhone | undefined;
    await expect
      .poll(
        async () => {
          found = (await onPhone()).findLast(fits);
          return found !== undefined;
        },
        { timeout: 45_000 },
      )
      .toBe(true);
    if (!found) throw new Error('it did not arrive');
    return found;
  };
  const bytesOf = async (message: OnPhone): Promise<Buffer> => {
    const answer = await fetch(`${product.simulatorUrl}${message.media?.path}`);
    expect(answer.ok).toBe(true);
    return Buffer.from(await answer.arrayBuffer());
  };
  const choose = (...files: { name: string; mimeType: string; buffer: Buffer }[]) =>
    page.getByTestId('file-chooser').setInputFiles(files);
  /** From the row of the list: R writes an R into the message where that has the focus. */
  const answerLast = async (): Promise<void> => {
    await tab(page, /Atendendo/).click();
    await row(page, lara.name).waitFor();
    await input(page).focus();
    await page.keyboard.press('Escape');
    await row(page, lara.name).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Shift+R');
  };
  const shoot = async (name: string): Promise<void> => {
    if (!shots) return;
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.screenshot({ path: join(shots, `${name}-${colorScheme}.png`) });
    }
  };

  beforeAll(async () => {
    product = await startProduct({ env: { MEDIA_DOCUMENT_LIMIT_MB: '2' } });
    await addContact(product.simulatorUrl, lara);
    browser = await chromium.launch({
      executablePath: chromiumPath() ?? '',
      args: [
        ...['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
        ...['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
      ],
    });
    ana = await openWindow(browser);
    ({ page } = ana);
    await ana.context.grantPermissions(['microphone', 'clipboard-read', 'clipboard-write'], {
      origin: product.url,
    });
    await logIn(page, product.url, 'ana@demo.local', demoPassword);
    await device().write('Bom dia');
    await tab(page, /Aguardando/).click();
    await row(page, lara.name).hover();
    await page.getByRole('button', { name: `Aceitar ${lara.name}` }).click();
    await page.waitForURL(/\/tickets\/[0-9a-f-]{36}/);
    await bubble(page, 'Bom dia').waitFor();
    if (process.env.COMPOSER_NARROW) await page.setViewportSize(narrow);
  });
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
  });

  it('sends with Enter and breaks with Shift+Enter, signed, and grows to five rows', async () => {
    await input(page).click();
    const heights: number[] = [];
    for (let line = 1; line <= 7; line += 1) {
      await page.keyboard.type(`linha ${line}`);
      heights.push((await input(page).boundingBox())?.height ?? 0);
      if (line < 7) await page.keyboard.press('Shift+Enter');
    }
    expect(heights[4]).toBeGreaterThan(heights[3] ?? 0);
    expect(Math.abs((heights[6] ?? 0) - (heights[4] ?? 0))).toBeLessThan(3);
    await page.keyboard.press('Enter');
    await arrived(
      ({ text }) => text === `${signature}${[1, 2, 3, 4, 5, 6, 7].map(n => `linha ${n}`).join('\n')}`,
    );
    expect(await input(page).inputValue()).toBe('');
    await expect.poll(() => bubble(page, 'linha 7').locator('strong', { hasText: 'Ana:' }).count()).toBe(1);
  });

  it('sends neither spaces, nor what nobody can see, nor what is longer than a message may be', async () => {
    const before = await bubbles(page).count();
    for (const nothing of ['  \n ', '\u200b\u2060']) {
      await input(page).fill(nothing);
      await page.keyboard.press('Enter');
      expect(await page.getByRole('button', { name: 'Enviar', exact: true }).count()).toBe(0);
    }
    await input(page).fill('a'.repeat(66_000));
    await page.getByText('A mensagem passa de 65476 caracteres. Envie em partes.').waitFor();
    await page.keyboard.press('Enter');
    expect(await page.getByRole('button', { name: 'Enviar', exact: true }).isDisabled()).toBe(true);
    expect((await input(page).inputValue()).length).toBe(66_000);
    expect(await bubbles(page).count()).toBe(before);
    await input(page).fill('');
  });

  it('puts an emoji where the cursor is, found by its name in Portuguese', async () => {
    await input(page).fill('Bom dia');
    await page.keyboard.press('Home');
    for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowRight');
    await page.getByRole('button', { name: 'Emojis' }).click();
    const picker = page.getByRole('dialog', { name: 'Emojis' });
    await picker.getByRole('gridcell').first().waitFor();
    await shoot('emoji');
    await picker.getByRole('searchbox', { name: 'Buscar emoji' }).fill('abacaxi');
    await picker.getByRole('gridcell', { name: 'abacaxi' }).click();
    await page.keyboard.press('Escape');
    await picker.waitFor({ state: 'detached' });
    expect(await input(page).inputValue()).toBe('Bom🍍 dia');
    await page.keyboard.type('!');
    await page.keyboard.press('Enter');
    await arrived(({ text }) => text === `${signature}Bom🍍! dia`);
  });

  it('keeps what is written in each ticket over a reload', async () => {
    await input(page).fill('Ainda não sei');
    await page.reload();
    await bubble(page, 'Bom dia').first().waitFor();
    await expect.poll(() => input(page).inputValue()).toBe('Ainda não sei');
    await input(page).fill('');
  });

  it('has the same draft in two tabs, and sends from both once', async () => {
    const other = await ana.context.newPage();
    await other.goto(page.url());
    await input(other).waitFor();
    await input(page).pressSequentially('de uma aba');
    await expect.poll(() => input(other).inputValue()).toBe('de uma aba');
    await input(other).press('Enter');
    await arrived(({ text }) => text === `${signature}de uma aba`);
    await bubble(page, 'de uma aba').waitFor();
    await expect.poll(() => input(page).inputValue()).toBe('');
    const long = `${'palavra '.repeat(1_000)}fim`;
    await write(page, long);
    await arrived(({ text }) => text === `${signature}${long}`);
    const shown = bubble(other, 'palavra').and(other.locator('[data-state="delivered"]'));
    await shown.getByRole('button', { name: 'Ler mais' }).click();
    await shown.filter({ hasText: 'palavra fim' }).waitFor();
    expect(await bubble(other, 'palavra').count()).toBe(1);
    await other.close();
  });

  it('answers the last message with R, and Esc leaves it', async () => {
    await answerLast();
    const bar = page.getByRole('note', { name: 'Respondendo a' });
    await bar.getByText('Bom dia').waitFor();
    await page.keyboard.press('Escape');
    await bar.waitFor({ state: 'detached' });
    await answerLast();
    await bar.waitFor();
    await expect.poll(() => input(page).evaluate(field => field.matches(':focus'))).toBe(true);
    await page.keyboard.type('Pois não?');
    await shoot('reply');
    await page.keyboard.press('Enter');
    await arrived(({ text, quoted }) => text === `${signature}Pois não?` && quoted !== undefined);
    expect(await bar.count()).toBe(0);
  });

  it('suggests quick replies to what starts with /, and takes one with Enter', async () => {
    await page.evaluate(`Promise.all([
      ['endereco', 'Rua das Flores, 120, perto da praça'],
      ['pagamento', 'Aceitamos Pix, cartão e dinheiro.'],
    ].map(([shortcode, message]) => fetch('/api/quick-messages', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer ' + localStorage.getItem('token') },
      body: JSON.stringify({ shortcode, message }),
    })))`);
    const replies = page.getByRole('listbox', { name: 'Respostas rápidas' });
    await input(page).fill('/');
    expect(await replies.count()).toBe(0);
    await page.keyboard.type('e');
    await replies.getByRole('option').nth(0).waitFor();
    await shoot('quick');
    expect(await replies.getByRole('option').allInnerTexts()).toEqual([
      '/endereco - Rua das Flores, 120, p…',
      '/pagamento - Aceitamos Pix, cartão…',
    ]);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    expect(await input(page).inputValue()).toBe('Aceitamos Pix, cartão e dinheiro.');
    expect(await replies.count()).toBe(0);
    await input(page).fill('');
  });

  it('sends photos smaller, after two seconds in which they can be taken back', async () => {
    const large = await photo();
    await choose({ name: 'engano.jpg', mimeType: 'image/jpeg', buffer: large });
    await page.getByTestId('chosen-files').locator('img').waitFor();
    await page.getByRole('textbox', { name: 'Adicione uma legenda' }).fill('Foi engano');
    await shoot('attach-one');
    await page.getByTestId('send-files').click();
    await page.getByRole('button', { name: 'Cancelar o envio de engano.jpg' }).click();
    await bubble(page, 'Foi engano').waitFor({ state: 'detached' });

    await choose({ name: 'vitrine.jpg', mimeType: 'image/jpeg', buffer: large });
    await page.getByRole('textbox', { name: 'Adicione uma legenda' }).fill('A vitrine');
    await page.keyboard.press('Enter');
    await bubble(page, 'A vitrine').getByTestId('picture').waitFor();
    const sent = await arrived(({ text }) => text === `${signature}A vitrine`);
    const bytes = await bytesOf(sent);
    expect(bytes.length).toBeLessThan(large.length * 0.75);
    expect((await sharp(bytes).metadata()).format).toBe('jpeg');
    expect((await onPhone()).some(({ text }) => text.includes('Foi engano'))).toBe(false);
    expect(await bubble(page, 'A vitrine').count()).toBe(1);
  });

  it('takes several files, without those that cannot go, and says why', async () => {
    const [red, clear] = await Promise.all([
      sharp({ create: { width: 40, height: 40, channels: 3, background: '#e03131' } })
        .jpeg()
        .toBuffer(),
      sharp({
        create: { width: 40, height: 40, channels: 4, background: { r: 0, g: 80, b: 200, alpha: 0.4 } },
      })
        .png()
        .toBuffer(),
    ]);
    await choose(
      { name: 'vermelho.jpg', mimeType: 'image/jpeg', buffer: red },
      { name: 'transparente.png', mimeType: 'image/png', buffer: clear },
      { name: 'tabela.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\ntabela') },
      { name: 'vazio.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) },
      { name: 'enorme.zip', mimeType: 'application/zip', buffer: Buffer.alloc(2_200_000) },
    );
    const alert = page.getByRole('alert').filter({ hasText: 'não foram anexados' });
    await alert.getByText('enorme.zip').waitFor();
    await alert.getByText(/vazio\.txt.*está vazio/).waitFor();
    await shoot('attach-many');
    await page.getByRole('button', { name: 'Retirar vermelho.jpg' }).click();
    await page.getByRole('button', { name: 'Retirar vermelho.jpg' }).waitFor({ state: 'detached' });
    await page.getByRole('textbox', { name: 'Adicione uma legenda' }).fill('Dois arquivos');
    await page.getByTestId('send-files').click();
    const picture = await arrived(({ text }) => text === `${signature}Dois arquivos`);
    expect((await sharp(await bytesOf(picture)).metadata()).hasAlpha).toBe(true);
    const paper = await arrived(({ media }) => media?.kind === 'document');
    expect((await bytesOf(paper)).toString()).toBe('%PDF-1.7\ntabela');
  });

  it('takes a pasted picture', async () => {
    await input(page).click();
    await page.evaluate(`(async () => {
      const canvas = document.createElement('canvas');
      canvas.width = canvas.height = 60;
      canvas.getContext('2d').fillRect(0, 0, 60, 60);
      const blob = await new Promise(done => canvas.toBlob(done, 'image/png'));
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': blob })]);
    })()`);
    await page.keyboard.press('Control+V');
    await page.getByTestId('chosen-files').locator('img').waitFor();
    await page.getByRole('textbox', { name: 'Adicione uma legenda' }).fill('Colado');
    await page.keyboard.press('Enter');
    await arrived(({ text, media }) => text === `${signature}Colado` && media?.kind === 'image');
  });

  it('shows how far a file is, stops it when told, and tries again after a refusal', async () => {
    const pdf = (name: string) => ({ name, mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\nx') });
    const held: Route[] = [];
    await page.route('**/api/messages/*', async route => {
      if (route.request().method() === 'POST') held.push(route);
      else await route.continue();
    });
    await choose(pdf('parado.pdf'));
    await page.getByTestId('send-files').click();
    const stopped = bubble(page, 'parado.pdf');
    await stopped.getByRole('progressbar', { name: 'Enviando' }).waitFor();
    await shoot('progress');
    await page.getByRole('button', { name: 'Cancelar o envio de parado.pdf' }).click();
    await stopped.waitFor({ state: 'detached' });
    // What is still held when there is no route any more would go to the server after all.
    await Promise.all(held.map(route => route.abort().catch(() => undefined)));
    await page.unroute('**/api/messages/*');

    const body = JSON.stringify({ error: 'ERR_MEDIA_TOO_LARGE', message: 'too large' });
    await page.route('**/api/messages/*', route =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 413, contentType: 'application/json', body })
        : route.continue(),
    );
    await choose(pdf('contrato.pdf'));
    await page.getByTestId('send-files').click();
    const refused = bubble(page, 'contrato.pdf');
    await refused.getByText('O arquivo é grande demais.').waitFor();
    await shoot('refused');
    await page.unroute('**/api/messages/*');
    await refused.getByRole('button', { name: 'Tentar de novo' }).click();
    await refused.locator('[aria-label="Entregue"], [aria-label="Lida"]').first().waitFor();
    expect(await bubble(page, 'parado.pdf').count()).toBe(0);
  });

  it('loses neither words nor files with the connection or a reload, and sends them once', async () => {
    await page.route('**/api/messages/*', route =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    );
    await write(page, 'Escrito sem conexão');
    await choose({
      name: 'guardado.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-1.7\nguardado'),
    });
    await page.getByTestId('send-files').click();
    await write(page, 'E mais isto');
    await bubble(page, 'E mais isto').waitFor();
    expect(await bubble(page, 'Escrito sem conexão').getAttribute('data-state')).toBe('queued');
    // The browser writes files down in its own time.
    await expect.poll(() => page.evaluate(filesWrittenDown)).toBe(1);
    await page.reload();
    await bubble(page, 'guardado.pdf').waitFor();
    expect(await bubble(page, 'guardado.pdf').getAttribute('data-state')).toBe('queued');
    await page.unroute('**/api/messages/*');
    await arrived(({ text }) => text === `${signature}E mais isto`);
    const shown = await onPhone();
    const at = (fits: (message: OnPhone) => boolean) => shown.flatMap((each, n) => (fits(each) ? [n] : []));
    const places = [
      at(({ text }) => text === `${signature}Escrito sem conexão`),
      at(
        ({ text, media }) =>
          media?.kind === 'document' && text !== 'x' && /guardado/.test(JSON.stringify(media)),
      ),
      at(({ text }) => text === `${signature}E mais isto`),
    ];
    expect(places.map(({ length }) => length)).toEqual([1, 1, 1]);
    expect(places.flat()).toEqual(places.flat().toSorted((one, other) => one - other));
    for (const text of ['Escrito sem conexão', 'guardado.pdf', 'E mais isto'])
      await expect.poll(() => bubble(page, text).count(), { message: text }).toBe(1);
  });

  it('records a sound that the phone can play', async () => {
    await page.getByRole('button', { name: 'Gravar áudio' }).click();
    await page.getByText('Audio iniciado').waitFor();
    const timer = page.getByRole('timer', { name: 'Gravando' });
    await timer.getByText('0:02').waitFor();
    await shoot('recording');
    await page.getByRole('button', { name: 'Enviar áudio' }).click();
    await page.getByText('Audio gravado com sucesso').waitFor();
    const sent = await arrived(({ media }) => media?.kind === 'audio');
    expect(sent.media).toMatchObject({ mimetype: 'audio/mpeg' });
    expect(sent.media?.voice ?? false).toBe(false);
    expect(sent.media?.seconds).toBeGreaterThanOrEqual(2);
    const bytes = await bytesOf(sent);
    // 128 kbit/s are 16,000 bytes a second.
    expect(bytes.length).toBeGreaterThan(16_000 * 1.8);
    expect([bytes[0], (bytes[1] ?? 0) & 0xe0]).toEqual([0xff, 0xe0]);
    const length = await page.evaluate(
      `(async () => {
        const bytes = Uint8Array.from(atob('${bytes.toString('base64')}'), letter => letter.charCodeAt(0));
        const sound = await new OfflineAudioContext(1, 1, 48000).decodeAudioData(bytes.buffer);
        const loudest = sound.getChannelData(0).reduce((most, each) => Math.max(most, Math.abs(each)), 0);
        return { seconds: sound.duration, loudest };
      })()`,
    );
    expect(length).toMatchObject({ seconds: expect.closeTo(bytes.length / 16_000, 0) });
    expect((length as { loudest: number }).loudest).toBeGreaterThan(0.05);
    const player = page.getByTestId('audio').last();
    await player.getByRole('button', { name: 'Reproduzir' }).click();
    await player.getByRole('button', { name: 'Pausar' }).waitFor();
  });

  it('throws away a recording that is cancelled or too short', async () => {
    const before = (await onPhone()).filter(({ media }) => media?.kind === 'audio').length;
    await page.getByRole('button', { name: 'Gravar áudio' }).click();
    await page.getByRole('timer', { name: 'Gravando' }).getByText('0:01').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Gravar áudio' }).waitFor();

    await page.getByRole('button', { name: 'Gravar áudio' }).click();
    await page.getByText('Audio iniciado').last().waitFor();
    await page.getByRole('button', { name: 'Enviar áudio' }).click();
    await page.getByText('Áudio curto demais. Nada foi enviado.').waitFor();
    await write(page, 'Depois das gravações');
    await arrived(({ text }) => text === `${signature}Depois das gravações`);
    expect((await onPhone()).filter(({ media }) => media?.kind === 'audio')).toHaveLength(before);
  });

  it('loses nothing that was begun when the window becomes narrow and wide again', async () => {
    await answerLast();
    const quote = page.getByRole('note', { name: 'Respondendo a' });
    await quote.waitFor();
    await choose({ name: 'nota.txt', mimeType: 'text/plain', buffer: Buffer.from('uma nota') });
    const chosen = page.getByRole('dialog').getByText('nota.txt');
    await chosen.waitFor();
    const ticketView = page.getByRole('button', { name: 'Ticket', exact: true });
    await page.setViewportSize(narrow);
    await ticketView.waitFor();
    expect(await chosen.count()).toBe(1);
    await page.getByRole('dialog').getByRole('button', { name: 'Cancelar' }).click();
    await chosen.waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Gravar áudio' }).click();
    const timer = page.getByRole('timer');
    await expect.poll(() => timer.textContent(), { timeout: 30_000 }).toMatch(/0:0[1-9]/);
    await page.setViewportSize(wide);
    await ticketView.waitFor({ state: 'detached' });
    expect(await timer.textContent()).not.toBe('0:00');
    await page.getByRole('button', { name: 'Descartar a gravação' }).click();

    await page.setViewportSize(narrow);
    await page.getByRole('button', { name: 'Atendimentos', exact: true }).last().click();
    await input(page).waitFor({ state: 'hidden' });
    await ticketView.click();
    await quote.waitFor();
    await page.setViewportSize(wide);
    await page.getByRole('button', { name: 'Cancelar' }).click();
    await quote.waitFor({ state: 'detached' });
  });

  it('loads anew once when its parts belong to an older build, with what was written', async () => {
    const emojis = '**/assets/emoji-picker-*.js';
    await page.reload();
    await input(page).fill('Ainda aqui');
    let loads = 0;
    page.on('framenavigated', () => {
      loads += 1;
    });
    await page.route(emojis, route => route.fulfill({ status: 404, body: '' }));
    // The page as the server would give it after a new build.
    await page.route(`${product.url}/`, async route => {
      const answer = await route.fetch();
      const body = (await answer.text()).replace(/first-[\w-]+\.js/, 'first-another.js');
      await route.fulfill({ response: answer, body });
    });
    const reloaded = page.waitForEvent('framenavigated');
    await page.getByRole('button', { name: 'Emojis' }).click();
    await reloaded;
    await expect.poll(() => input(page).inputValue()).toBe('Ainda aqui');
    const asked = page.waitForResponse(`${product.url}/`);
    await page.getByRole('button', { name: 'Emojis' }).click();
    await asked;
    await page.unroute(emojis);
    // It comes by itself as soon as it can be had.
    await page.getByRole('gridcell').first().waitFor();
    expect(loads).toBe(1);
    await page.unroute(`${product.url}/`);
    await page.keyboard.press('Escape');
    await input(page).fill('');
  });

  it('says so when there is no microphone that may be used', async () => {
    await page.evaluate(`navigator.mediaDevices.getUserMedia = () => Promise.reject(new Error('denied'))`);
    await page.getByRole('button', { name: 'Gravar áudio' }).click();
    await page.getByText('Erro ao gravar audio').waitFor();
    await input(page).waitFor();
  });

  it('breaks the line with Enter on a screen that is touched, and sends with the button', async () => {
    const touched = await openWindow(browser, { viewport: narrow });
    const hand = await browser.newContext({
      ...{ viewport: narrow, hasTouch: true, isMobile: true, locale: 'pt-BR', reducedMotion: 'reduce' },
      storageState: await ana.context.storageState(),
    });
    await touched.context.close();
    const small = await hand.newPage();
    await small.goto(page.url());
    await input(small).fill('uma');
    await input(small).press('Enter');
    await input(small).pressSequentially('duas');
    await small.getByRole('button', { name: 'Enviar', exact: true }).click();
    await arrived(({ text }) => text === `${signature}uma\nduas`);
    await hand.close();
  });

  it('lets admins leave their name out, which stays so, and does not offer it to others', async () => {
    expect(await page.getByRole('switch', { name: 'Assinar mensagens' }).count()).toBe(0);
    const admin = await openWindow(browser);
    await logIn(admin.page, product.url, 'admin@demo.local', demoPassword);
    await admin.page.goto(page.url());
    await write(admin.page, 'Com nome');
    await arrived(({ text }) => text === '*Administração:*\nCom nome');
    const toggle = admin.page.getByRole('switch', { name: 'Assinar mensagens', checked: true });
    await toggle.click();
    await admin.page.reload();
    await admin.page.getByRole('switch', { name: 'Assinar mensagens', checked: false }).waitFor();
    await write(admin.page, 'Sem nome');
    await arrived(({ text }) => text === 'Sem nome');
    expect(admin.errors).toEqual([]);
    await admin.context.close();
  });

  it.each([
    ['en', 'Search emoji', 'pineapple', 'Record audio'],
    ['es', 'Buscar emoji', 'piña', 'Grabar audio'],
  ])('finds emojis by their names in %s', async (language, search, name, record) => {
    await page.evaluate(`localStorage.setItem('language', '${language}')`);
    await page.reload();
    await page.getByRole('button', { name: record }).waitFor();
    await page.getByRole('button', { name: 'Emojis' }).click();
    await page.getByRole('searchbox', { name: search }).fill(name);
    await page.getByRole('gridcell', { name }).first().click();
    await page.keyboard.press('Escape');
    await page.evaluate(`localStorage.removeItem('language')`);
    const field = page.getByTestId('message-input');
    await expect.poll(() => field.inputValue()).toBe('🍍');
    await field.fill('');
  });

  it.each([
    { name: 'wide-light', viewport: wide, colorScheme: 'light' },
    { name: 'narrow-dark', viewport: narrow, colorScheme: 'dark' },
  ] as const)('has no serious accessibility fault, $name', async ({ viewport, colorScheme }) => {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.reload();
    await page.getByRole('button', { name: 'Emojis' }).click();
    await page.getByRole('gridcell').first().waitFor();
    expect(await faults(page)).toEqual([]);
    await page.keyboard.press('Escape');
  });

  it('says what was not sent when somebody else closes the ticket, and has the files when it comes back', async () => {
    await page.setViewportSize(wide);
    await page.reload();
    await input(page).waitFor();
    const admin = await login(product.url, 'admin@demo.local', demoPassword);
    const uuid = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    const { id } = (await admin.ticket(uuid)).body;
    const close = async () =>
      expect((await admin.change(id, { status: 'closed', userId: admin.user.id })).status).toBe(200);
    const comeBack = async () => {
      const reopened = { status: 'pending', userId: null, queueId: queues.vendas.queueId };
      expect((await admin.change(id, reopened)).status).toBe(200);
      await page.getByRole('button', { name: 'Aceitar', exact: true }).last().click();
    };

    await page.getByRole('button', { name: 'Gravar áudio' }).click();
    await page.getByRole('timer', { name: 'Gravando' }).getByText('0:01').waitFor();
    await close();
    await page.getByText('A gravação foi interrompida. Nada foi enviado.').waitFor();
    await comeBack();
    await input(page).waitFor();

    await choose({ name: 'pedido.txt', mimeType: 'text/plain', buffer: Buffer.from('duas xícaras') });
    const chosen = page.getByRole('dialog').getByText('pedido.txt');
    await chosen.waitFor();
    await page.getByRole('textbox', { name: 'Adicione uma legenda' }).fill('Segue o pedido');
    await close();
    await page.getByText('Os arquivos escolhidos não foram enviados.').waitFor();
    await shoot('not-sent');
    await chosen.waitFor({ state: 'detached' });
    await comeBack();
    await chosen.waitFor();
    await page.getByTestId('send-files').click();
    await arrived(({ text, media }) => media?.kind === 'document' && text === `${signature}Segue o pedido`);
    expect(await chosen.count()).toBe(0);
  });

  it('is not there once the ticket is closed', async () => {
    await page.setViewportSize(wide);
    await page.reload();
    await input(page).waitFor();
    await page.getByRole('button', { name: 'Resolver' }).click();
    await input(page).waitFor({ state: 'detached' });
  });

  it('complains of nothing', () => {
    expect(ana.errors).toEqual([]);
  });
});
