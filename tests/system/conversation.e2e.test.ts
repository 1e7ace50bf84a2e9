import { mkdirSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SimulatorClient } from '#simulator/testing/simulator-client.ts';
import { contacts, phone } from '#start/demo/records.ts';
import { type Caller, login } from './api.ts';
import { chromiumPath, logIn, narrow, openBrowser, openWindow, type Person, wide } from './browser.ts';
import {
  addQueue,
  drawnIds,
  fromEnd,
  log,
  photo,
  shiftOnTheWayUp,
  sound,
  yOf,
} from './conversation-stage.ts';
import { faults } from './probes.ts';
import { demoPassword, type Product, startProduct } from './product.ts';
import { bubble, input, row, tab, write } from './screen.ts';

const joana = { number: '5548977770021', name: 'Joana Prates' };
const lines = 130;
const pictures = process.env.PICTURES;

/** Two seconds of silence: frames of 128 kbit/s at 44.1 kHz. */
const frame = Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0]), Buffer.alloc(413)]);
const silentMp3 = Buffer.concat(Array.from({ length: 77 }, () => frame));

if (!chromiumPath()) console.warn('browser stories are left out: there is no Chromium on this machine');

describe.skipIf(!chromiumPath())('a conversation', () => {
  let product: Product;
  let browser: Browser;
  let simulator: SimulatorClient;
  let admin: Caller;
  let ana: Person;
  let page: Page;
  let ticketId: string;
  let firstOnPhone: string;

  const says = (body: object): Promise<string> =>
    simulator.write(joana.number, { to: phone.number, ...body });
  const line = (n: number) => bubble(page, `linha ${n} `);
  const toEnd = (name: string | RegExp = 'Ir para a última mensagem') => page.getByRole('button', { name });
  const picture = async (name: string, options: { of?: Page } = {}): Promise<void> => {
    if (!pictures) return;
    mkdirSync(pictures, { recursive: true });
    await (options.of ?? page).screenshot({ path: `${pictures}/${name}.png` });
  };
  const reopen = async (address = `${product.url}/tickets/${ticketId}`): Promise<void> => {
    await page.goto(address);
    await log(page).waitFor();
  };
  const allIds = async (): Promise<string[]> => {
    const ids: string[] = [];
    let query = '';
    for (;;) {
      const { body } = await admin.messages(ticketId, query);
      ids.unshift(...body.messages.map(({ id }) => id));
      if (body.nextCursor === null) return ids;
      query = `?cursor=${encodeURIComponent(body.nextCursor)}`;
    }
  };

  beforeAll(async () => {
    product = await startProduct();
    simulator = new SimulatorClient(product.simulatorUrl);
    await simulator.post('/contacts', joana);
    firstOnPhone = await says({ text: 'linha 1 de muitas' });
    for (let n = 2; n <= lines; n += 1)
      await says({ text: `linha ${n} ${'palavra '.repeat(1 + ((n * 7) % 30))}` });
    admin = await login(product.url, 'admin@demo.local', demoPassword);
    browser = await openBrowser();
    ana = await openWindow(browser);
    ({ page } = ana);
    await logIn(page, product.url, 'ana@demo.local', demoPassword);
    await tab(page, /Aguardando/).click();
    await row(page, joana.name).getByText(`linha ${lines} `).waitFor();
    await row(page, joana.name).hover();
    await page.getByRole('button', { name: `Aceitar ${joana.name}` }).click();
    await page.waitForURL(/\/tickets\/[0-9a-f-]{36}/);
    ticketId = /[0-9a-f-]{36}/.exec(page.url())?.[0] ?? '';
  });
  afterAll(async () => {
    await simulator?.remove('/faults').catch(() => undefined);
    await browser?.close();
    await product?.stop();
  });

  it('opens at its end, and draws only what is in sight', async () => {
    await reopen();
    await line(lines).waitFor();
    expect(await fromEnd(page)).toBeLessThanOrEqual(1);
    expect((await drawnIds(page)).length).toBeLessThan(40);
    await picture('conversation');
  });

  it('gets older messages at its upper edge without a jump', async () => {
    expect(await shiftOnTheWayUp(page, 'linha 1 ')).toBeLessThanOrEqual(1);
    await picture('older-pages');
  });

  it('keeps its place when pictures come in above and below', async () => {
    await reopen();
    await line(lines).waitFor();
    await log(page).hover();
    await page.mouse.wheel(0, -900);
    await expect.poll(() => fromEnd(page)).toBeGreaterThan(800);
    const [, seen] = await drawnIds(page);
    const message = page.getByTestId(`message-${seen}`);
    const y = await yOf(message);
    await says({
      media: {
        kind: 'image',
        mimetype: 'image/jpeg',
        base64: await photo('Vitrine', 150),
        caption: 'Vitrine',
      },
    });
    await toEnd('1 nova mensagem').waitFor();
    expect(Math.abs((await yOf(message)) - y)).toBeLessThanOrEqual(1);
  });

  it('tells how many messages have come below, and leads there', async () => {
    await says({ text: 'Ainda está aí?' });
    await toEnd('2 novas mensagens').waitFor();
    await picture('pill');
    await toEnd('2 novas mensagens').click();
    await bubble(page, 'Ainda está aí?').waitFor();
    await expect.poll(() => fromEnd(page)).toBeLessThanOrEqual(1);
    await toEnd(/nova/).waitFor({ state: 'detached' });
  });

  it('stays at the end when the last message grows before the event of a scroll has come', async () => {
    await expect.poll(() => fromEnd(page)).toBe(0);
    await page.evaluate(`(() => {
      const log = document.querySelector('[role="log"]');
      const last = [...log.querySelectorAll('[data-testid^="message-"]')].at(-1).firstElementChild;
      last.style.paddingBottom = '300px';
      log.dispatchEvent(new Event('scroll'));
    })()`);
    await expect.poll(() => fromEnd(page)).toBe(0);
    await page.evaluate(`(() => {
      const all = [...document.querySelectorAll('[role="log"] [data-testid^="message-"]')];
      all.at(-1).firstElementChild.style.paddingBottom = '';
    })()`);
    await expect.poll(() => fromEnd(page)).toBe(0);
  });

  it('jumps to a quoted message beyond what is loaded, and back to the newest', async () => {
    await says({ text: 'Sobre a primeira', quoted: firstOnPhone });
    await bubble(page, 'Sobre a primeira')
      .getByRole('button', { name: /linha 1 de muitas/ })
      .click();
    await line(1).first().waitFor();
    await page.locator('[data-marked]').filter({ hasText: 'linha 1 de muitas' }).waitFor();
    await picture('quote-jump');
    expect(await bubble(page, 'Sobre a primeira').count()).toBe(0);
    await says({ text: 'Chegou enquanto lia' });
    await toEnd('1 nova mensagem').waitFor();
    expect(await bubble(page, 'Chegou enquanto lia').count()).toBe(0);
    await toEnd('1 nova mensagem').click();
    await bubble(page, 'Chegou enquanto lia').waitFor();
    await expect.poll(() => fromEnd(page)).toBeLessThanOrEqual(1);
  });

  it('gets newer messages on the way down from an old one, without a gap', async () => {
    await bubble(page, 'Sobre a primeira')
      .getByRole('button', { name: /linha 1 de muitas/ })
      .click();
    await line(1).first().waitFor();
    const met = new Set<string | undefined>();
    await log(page).hover();
    await expect
      .poll(
        async () => {
          for (const id of await drawnIds(page)) met.add(id);
          await page.mouse.wheel(0, 500);
          return bubble(page, 'Chegou enquanto lia').isVisible();
        },
        { timeout: 60_000, interval: 100 },
      )
      .toBe(true);
    for (const id of await drawnIds(page)) met.add(id);
    expect([...met]).toEqual(await allIds());
  });

  it('opens at the message of its address, from a search or a reload', async () => {
    const [, , third] = await allIds();
    await reopen(`${product.url}/tickets/${ticketId}?message=${third}`);
    await line(3).waitFor();
    await page.locator('[data-marked]').filter({ hasText: 'linha 3 ' }).waitFor();
    await reopen(`${product.url}/tickets/${ticketId}?message=01999999-0000-7000-8000-000000000000`);
    await bubble(page, 'Chegou enquanto lia').waitFor();
  });

  it('draws texts with marks and addresses, whose links lead out', async () => {
    await says({ text: '*Total:* _R$ 20_ ~R$ 25~ veja https://loja.example/a?b=1.' });
    const words = bubble(page, 'Total:');
    await words.locator('strong', { hasText: 'Total:' }).waitFor();
    await words.locator('s', { hasText: 'R$ 25' }).waitFor();
    const link = words.getByRole('link', { name: 'https://loja.example/a?b=1' });
    expect(await link.getAttribute('href')).toBe('https://loja.example/a?b=1');
    expect(await link.getAttribute('rel')).toContain('noopener');
  });

  it('turns the pages of its pictures by the arrows, and gives one away', async () => {
    await says({
      media: { kind: 'image', mimetype: 'image/jpeg', base64: await photo('Balcão', 20), caption: 'Balcão' },
    });
    await bubble(page, 'Balcão').getByTestId('picture').click();
    await page.getByText('2 de 2').waitFor();
    await picture('lightbox');
    await page.keyboard.press('ArrowLeft');
    await page.getByText('1 de 2').waitFor();
    await page.getByRole('dialog').getByText('Vitrine').waitFor();
    await page.keyboard.press('ArrowLeft');
    await page.getByText('1 de 2').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('dialog').getByRole('link', { name: 'Baixar' }).click(),
    ]);
    expect(await download.failure()).toBeNull();
    await page.keyboard.press('Escape');
    await page.getByTestId('lightbox').waitFor({ state: 'detached' });
  });

  it('plays a voice note faster, and the next one likewise', async () => {
    const voice = { kind: 'audio', mimetype: 'audio/wav', voice: true };
    await says({ media: { ...voice, base64: sound(3), seconds: 3 } });
    const player = page.getByTestId('audio').last();
    await player.getByRole('button', { name: 'Velocidade 1', exact: true }).click();
    await player.getByRole('button', { name: 'Velocidade 1,5' }).waitFor();
    await player.getByRole('button', { name: 'Reproduzir' }).click();
    await player.getByRole('button', { name: 'Pausar' }).waitFor();
    await picture('voice');
    await player.getByRole('button', { name: 'Reproduzir' }).waitFor();
    await says({ media: { ...voice, base64: sound(4), seconds: 4 } });
    await page.getByTestId('audio').last().getByText('0:04').waitFor();
    await page.getByTestId('audio').last().getByRole('button', { name: 'Velocidade 1,5' }).waitFor();
  });

  it('gives pictures on their way the room that they keep once they are sent, and stays at the end', async () => {
    const drawn = `<svg xmlns="http://www.w3.org/2000/svg" width="500" height="900"><rect width="100%" height="100%" fill="teal"/></svg>`;
    const buffer = await sharp(Buffer.from(drawn)).png().toBuffer();
    const files = ['um', 'dois', 'três'].map(name => ({
      name: `${name}.png`,
      mimeType: 'image/png',
      buffer,
    }));
    await page.getByTestId('file-chooser').setInputFiles(files);
    await page.getByTestId('send-files').click();
    const last = page.getByTestId(/^message-(?!input$)/).last();
    const size = async () => {
      const box = await last.locator(':scope > div').boundingBox();
      return box && { width: box.width, height: box.height };
    };
    await page.locator('[data-state="queued"]').getByRole('img').last().waitFor();
    expect(await last.getAttribute('data-state')).toBe('queued');
    const onItsWay = await size();
    await expect.poll(() => fromEnd(page)).toBe(0);
    await last.and(page.locator('[data-state="delivered"]')).waitFor();
    expect(await size()).toEqual(onItsWay);
    await expect.poll(() => fromEnd(page)).toBe(0);
  });

  it.each([
    [
      'documents',
      { name: 'proposta comercial.pdf', mimeType: 'application/pdf' },
      () => Buffer.from('%PDF-1.7\nx'),
    ],
    ['sounds', { name: 'recado.mp3', mimeType: 'audio/mpeg' }, () => silentMp3],
  ] as const)(
    'gives %s on their way the height that they keep once they are sent',
    async (kind, file, bytes) => {
      const going = Promise.withResolvers<void>();
      await page.route('**/api/messages/*', async route => {
        if (route.request().method() === 'POST') await going.promise;
        await route.continue();
      });
      await page.getByTestId('file-chooser').setInputFiles({ ...file, buffer: bytes() });
      await page.getByTestId('send-files').click();
      const last = page.getByTestId(/^message-(?!input$)/).last();
      const size = async () => {
        const box = await last.locator(':scope > div').boundingBox();
        return box && { width: box.width, height: box.height };
      };
      await last.and(page.locator('[data-state="queued"]')).waitFor();
      await last.getByRole('progressbar', { name: 'Enviando' }).waitFor();
      const onItsWay = await size();
      await picture(`on-its-way-${kind}`);
      going.resolve();
      await last.and(page.locator('[data-state="delivered"]')).waitFor();
      expect(await size()).toEqual(onItsWay);
      await page.unroute('**/api/messages/*');
    },
  );

  it('shows a call', async () => {
    const call = await simulator.post<{ id: string }>(`/contacts/${joana.number}/calls`, {
      ...{ to: phone.number, video: false },
    });
    await simulator.post(`/calls/${call.id}/end`, { how: 'timeout' });
    await page.getByTestId('call').getByText('Ligação recebida').waitFor();
  });

  it('shows what became of messages: edited, with a reaction, deleted', async () => {
    const id = await says({ text: 'Quero dois paes' });
    await says({ edit: { id, text: 'Quero dois pães' } });
    await bubble(page, 'Quero dois pães').getByText('editada').waitFor();
    await write(page, 'Anotado');
    const sent = await simulator.untilShown(joana.number, phone.number, all =>
      all.some(({ text }) => text.endsWith('Anotado')),
    );
    await says({ reaction: { id: sent.find(({ text }) => text.endsWith('Anotado'))?.id, emoji: '❤️' } });
    await bubble(page, 'Anotado').getByRole('img', { name: 'Reações' }).getByText('❤️').waitFor();
    const gone = await says({ text: 'Esquece isto' });
    await bubble(page, 'Esquece isto').waitFor();
    await says({ revoke: gone });
    await bubble(page, 'Mensagem apagada').waitFor();
    await picture('marks');
  });

  it('shows what could not be sent, and sends it again on a click', async () => {
    await simulator.post('/faults', { ackError: '463', ackErrorTimes: 1 });
    await write(page, 'Sai às dez');
    const failed = bubble(page, 'Sai às dez').filter({ hasText: 'Não foi enviada' });
    await failed.getByRole('button', { name: 'Tentar de novo' }).waitFor();
    await picture('failed');
    await failed.getByRole('button', { name: 'Tentar de novo' }).click();
    await bubble(page, 'Sai às dez')
      .getByRole('img', { name: /Enviada|Entregue/ })
      .waitFor();
  });

  it('starts a conversation from the card of a person', async () => {
    const rui = { number: '5511912345678', name: 'Rui Souza' };
    await simulator.post('/contacts', rui);
    const vcard = `BEGIN:VCARD\nVERSION:3.0\nFN:${rui.name}\nTEL;waid=${rui.number}:+55 11 91234-5678\nEND:VCARD`;
    await says({ vcard: { name: rui.name, vcard } });
    const card = page.getByTestId('contact-card');
    await card.getByText('+55 11 91234-5678').waitFor();
    await card.getByRole('button', { name: `Iniciar conversa com ${rui.name}` }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Criar contato' }).waitFor();
    await picture('card-start');
    await dialog.getByRole('button', { name: 'Criar contato' }).click();
    await dialog.getByRole('combobox', { name: /^Fila(?! padrão)/ }).click();
    await page.getByRole('option', { name: 'Vendas' }).click();
    await dialog.getByRole('button', { name: 'Atender' }).click();
    await page.getByRole('heading', { name: rui.name }).waitFor();
    await page.getByText('Nenhuma mensagem ainda.').waitFor();
    await picture('empty');
    await reopen();
    await card.waitFor();
  });

  it('tells that the contact writes or records', async () => {
    const types = (on: boolean, recording = false) =>
      simulator.post(`/contacts/${joana.number}/typing`, { to: phone.number, on, recording });
    await expect
      .poll(
        async () => {
          await types(true);
          return page.getByText(`${joana.name} está digitando…`).isVisible();
        },
        { timeout: 30_000, interval: 500 },
      )
      .toBe(true);
    await picture('contact-writes');
    await types(true, true);
    await page.getByText(`${joana.name} está gravando áudio…`).waitFor();
    await types(false);
    await page.getByText(/está gravando/).waitFor({ state: 'detached' });
  });

  it('tells who else is there, and who writes', async () => {
    const other = await openWindow(browser);
    await logIn(other.page, product.url, 'admin@demo.local', demoPassword);
    await other.page.goto(`${product.url}/tickets/${ticketId}`);
    await page.getByText('Administração está vendo').waitFor();
    await other.page.getByText('Ana está vendo').waitFor();
    await picture('presence');
    await input(other.page).pressSequentially('Ol');
    await page.getByText('Administração está digitando…').waitFor();
    await other.context.close();
    await page.getByText(/Administração está/).waitFor({ state: 'detached' });
    admin = await login(product.url, 'admin@demo.local', demoPassword);
  });

  it('equals what the server has after a while without network', async () => {
    const edited = await says({ text: 'antes da queda' });
    await bubble(page, 'antes da queda').waitFor();
    await ana.context.setOffline(true);
    await page.getByText('Reconectando…').waitFor();
    for (let n = 1; n <= 6; n += 1) await says({ text: `sem rede ${n}` });
    await says({ edit: { id: edited, text: 'mudou sem rede' } });
    await says({ revoke: await says({ text: 'some sem rede' }) });
    const written = admin.send(ticketId, 'escrito por outra pessoa');
    expect((await written).status).toBe(201);
    const truth = async () => (await admin.messages(ticketId)).body.messages;
    const isThere = async () => {
      const all = await truth();
      return (
        all.some(({ body }) => body === 'mudou sem rede') &&
        all.some(({ isDeleted, body }) => isDeleted && !body.startsWith('Esquece')) &&
        all.some(({ body, state }) => body === 'escrito por outra pessoa' && state === 'delivered')
      );
    };
    await expect.poll(isThere, { timeout: 30_000 }).toBe(true);
    await ana.context.setOffline(false);
    await bubble(page, 'escrito por outra pessoa').waitFor();
    await page.getByText('Reconectando…').waitFor({ state: 'detached' });
    await bubble(page, 'mudou sem rede').waitFor();
    expect(await bubble(page, 'some sem rede').count()).toBe(0);
    await toEndIfThere(page);
    const all = (await truth()).map(({ id }) => id);
    await expect.poll(async () => (await drawnIds(page)).at(-1)).toBe(all.at(-1));
    const drawn = await drawnIds(page);
    expect(drawn).toEqual(all.slice(-drawn.length));
  });

  it('looks right wide and narrow, in the light and in the dark', async () => {
    for (const [name, options] of Object.entries({
      light: { viewport: wide, colorScheme: 'light' },
      dark: { viewport: wide, colorScheme: 'dark' },
      'narrow-light': { viewport: narrow, colorScheme: 'light' },
      'narrow-dark': { viewport: narrow, colorScheme: 'dark' },
    } as const)) {
      const other = await openWindow(browser, options);
      await logIn(other.page, product.url, 'admin@demo.local', demoPassword);
      await other.page.goto(`${product.url}/tickets/${ticketId}`);
      await bubble(other.page, 'escrito por outra pessoa').waitFor();
      const [below] = await other.page
        .getByRole('log')
        .evaluateAll(all => all.map(each => each.scrollWidth - each.clientWidth));
      expect(below).toBe(0);
      expect(await faults(other.page)).toEqual([]);
      await picture(name, { of: other.page });
      await other.context.close();
    }
  });

  it('is left when it goes to a queue of others, and cannot be opened then', async () => {
    admin = await login(product.url, 'admin@demo.local', demoPassword);
    const queueId = await addQueue(product, 'Jurídico');
    await expect
      .poll(async () => (await admin.change(ticketId, { queueId })).status, { timeout: 30_000 })
      .toBe(200);
    await page.waitForURL(/\/tickets$/);
    await page.getByText('Acesso não permitido').waitFor();
    await page.goto(`${product.url}/tickets/${ticketId}`);
    await page.waitForURL(/\/tickets$/);
    await page.getByText('Acesso não permitido').waitFor();
  });

  it.each(['01990000-0000-7000-8000-000000000000', 'um-engano'])(
    'leads back from the address of no ticket: %s',
    async id => {
      await page.goto(`${product.url}/tickets/${id}`);
      await page.getByText('Ticket não encontrado.').waitFor();
      await page.waitForURL(url => url.pathname === '/tickets');
    },
  );

  it('is left when somebody deletes it', async () => {
    const { tickets } = (await admin.tickets('?status=open&showAll=true')).body;
    const other = tickets.find(({ contact }) => contact.name === contacts.carla.name);
    if (!other) throw new Error('Carla has no ticket');
    await page.goto(`${product.url}/tickets/${other.id}`);
    await log(page).waitFor();
    expect((await admin.call('DELETE', `/tickets/${other.id}`)).status).toBeLessThan(300);
    await page.getByText('Ticket deletado com sucesso!').waitFor();
    await page.waitForURL(/\/tickets$/);
    expect(ana.errors).toEqual([]);
  });
});

const toEndIfThere = async (page: Page): Promise<void> => {
  const button = page.getByRole('button', { name: /Ir para a última mensagem|nova/ });
  if (await button.isVisible()) await button.click();
};
