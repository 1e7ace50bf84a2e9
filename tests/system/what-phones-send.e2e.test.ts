import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { phone } from '#start/demo/records.ts';
import { addContact, contactPhone } from './api.ts';
import { chromiumPath, logIn, narrow, openBrowser, openWindow, type Person, wide } from './browser.ts';
import { demoPassword, type Product, startProduct } from './product.ts';
import { bubble, bubbles, row, tab, write } from './screen.ts';

const helena = { number: '5551944440017', name: 'Helena Prado' };
const shots = process.env.MESSAGE_SHOTS;

describe.skipIf(!chromiumPath())('what phones send, in the browser', () => {
  let product: Product;
  let browser: Browser;
  let ana: Person;
  let page: Page;

  const call = async (method: 'POST' | 'PUT', path: string, body: object) => {
    const answer = await fetch(`${product.simulatorUrl}${path}`, {
      ...{ method, headers: { 'content-type': 'application/json' } },
      body: JSON.stringify(body),
    });
    expect(answer.ok).toBe(true);
    return (await answer.json()) as { id: string };
  };
  const sends = (body: object) =>
    call('POST', `/contacts/${helena.number}/messages`, { to: phone.number, ...body });
  const last = () => bubbles(page).last();
  const shows = async (message: object, texts: readonly string[]) => {
    await sends({ message });
    for (const text of texts) await last().getByText(text, { exact: true }).first().waitFor();
  };
  const thumbnail = async (color: string) =>
    (
      await sharp({ create: { width: 120, height: 80, channels: 3, background: color } })
        .jpeg()
        .toBuffer()
    ).toString('base64');

  beforeAll(async () => {
    product = await startProduct();
    await addContact(product.simulatorUrl, helena);
    browser = await openBrowser();
    ana = await openWindow(browser);
    ({ page } = ana);
    await logIn(page, product.url, 'ana@demo.local', demoPassword);
    await contactPhone(product.simulatorUrl, helena.number, phone.number).write('Bom dia');
    await tab(page, /Aguardando/).click();
    await row(page, helena.name).hover();
    await page.getByRole('button', { name: `Aceitar ${helena.name}` }).click();
    await page.waitForURL(/\/tickets\/[0-9a-f-]{36}/);
    await bubble(page, 'Bom dia').waitFor();
  });
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
  });

  it('shows the words and the ad that they answer', async () => {
    const externalAdReply = {
      ...{ title: 'Óculos de sol', body: 'Até sexta', sourceUrl: 'https://anuncio.example/1' },
      thumbnail: await thumbnail('#c9a227'),
    };
    const text = 'Quero saber mais';
    await shows({ extendedTextMessage: { text, contextInfo: { externalAdReply } } }, [
      ...['Anúncio', 'Óculos de sol', 'Até sexta', 'https://anuncio.example/1', text],
    ]);
  });

  it('shows the words of a status and of a message that are not here', async () => {
    const quoted = (remoteJid: object, quotedMessage: object) => ({
      ...{ stanzaId: 'NEVER-SEEN', participant: `${phone.number}@s.whatsapp.net`, quotedMessage },
      ...remoteJid,
    });
    const status = quoted(
      { remoteJid: 'status@broadcast' },
      { imageMessage: { caption: 'Vestido verde R$ 120', jpegThumbnail: await thumbnail('#2f7d4f') } },
    );
    await shows({ extendedTextMessage: { text: 'Quanto custa?', contextInfo: status } }, [
      ...['Seu status', 'Quanto custa?'],
    ]);
    await last().getByText('Vestido verde R$ 120').waitFor();
    const older = quoted({}, { conversation: 'Seu pedido 555 saiu' });
    await shows({ extendedTextMessage: { text: 'Sobre isto', contextInfo: older } }, ['Sobre isto']);
    await last().getByText('Seu pedido 555 saiu').waitFor();
  });

  it('shows orders and products with their prices', async () => {
    const order = {
      ...{ orderId: '998', itemCount: 3, totalAmount1000: 150_000, totalCurrencyCode: 'BRL' },
      message: 'Entrega hoje',
    };
    await shows({ orderMessage: order }, ['Pedido', '998', '3', 'R$ 150,00', 'Entrega hoje']);
    const product = {
      ...{
        title: 'Tênis 42',
        priceAmount1000: 199_000,
        currencyCode: 'BRL',
        url: 'https://loja.example/t42',
      },
      productImage: { jpegThumbnail: await thumbnail('#35619c') },
    };
    await shows({ productMessage: { product } }, [
      ...['Produto', 'Tênis 42', 'R$ 199,00', 'https://loja.example/t42'],
    ]);
  });

  it('has a Pix key copied', async () => {
    const pix = { key: 'chave@mail.example', merchant_name: 'Loja', key_type: 'EMAIL' };
    const params = { payment_settings: [{ type: 'pix_static_code', pix_static_code: pix }] };
    const buttons = [{ name: 'payment_info', buttonParamsJson: JSON.stringify(params) }];
    await shows({ interactiveMessage: { nativeFlowMessage: { buttons } } }, [
      ...['Pix', 'Loja', 'chave@mail.example'],
    ]);
    await last().getByRole('button', { name: 'Copiar Chave' }).click();
    await last().getByText('Copiado').waitFor();
  });

  it('shows lists and buttons with their labels', async () => {
    const rows = [
      { title: 'Básico', rowId: '1', description: 'R$ 10' },
      { title: 'Pro', rowId: '2' },
    ];
    const list = { title: 'Menu', description: 'Escolha', buttonText: 'Ver', listType: 1 };
    await shows({ listMessage: { ...list, sections: [{ title: 'Planos', rows }] } }, [
      ...['Menu', 'Escolha', 'Ver', 'Planos', 'Básico', 'R$ 10', 'Pro'],
    ]);
    const hydratedTemplate = {
      ...{ hydratedTitleText: 'Oferta', hydratedContentText: 'Só hoje', hydratedFooterText: 'Loja' },
      hydratedButtons: [{ index: 0, urlButton: { displayText: 'Comprar', url: 'https://loja.example/x' } }],
    };
    await shows({ templateMessage: { hydratedTemplate } }, ['Oferta', 'Só hoje', 'Loja']);
    await last().getByRole('link', { name: 'Comprar' }).waitFor();
  });

  it('shows events, and what of them is on the phone', async () => {
    const event = { name: 'Reunião', startTime: '1790000000', joinLink: 'https://call.example/x' };
    await shows({ eventMessage: { ...event, location: { name: 'Rua A, 10' } } }, [
      ...['Evento', 'Reunião', 'Rua A, 10', 'https://call.example/x'],
      'Há mais no celular: quem vai',
    ]);
  });

  it('shows what was chosen, and what was filled in', async () => {
    const answer = (name: string, paramsJson: string) => ({
      interactiveResponseMessage: {
        body: { text: 'Sent' },
        nativeFlowResponseMessage: { name, paramsJson },
      },
    });
    await shows(answer('quick_reply', '{"id":"1","display_text":"Opção um"}'), ['Opção um']);
    await shows(answer('flow', '{"nome":"Ana","cep":"01001000"}'), ['nome', 'Ana', 'cep', '01001000']);
  });

  it('ends the waiting for a picture that nothing opens', async () => {
    await sends({ message: { imageMessage: { mimetype: 'image/jpeg', url: 'https://mmg.whatsapp.net/a' } } });
    await last().getByText('Veja no celular ou peça que enviem de novo', { exact: false }).waitFor();
  });

  it('applies a sealed edit, and says of one that cannot be read that it is on the phone', async () => {
    const { id } = await sends({ text: 'Às dez' });
    await bubble(page, 'Às dez').waitFor();
    await sends({ sealedEdit: { id, text: 'Às onze' } });
    await bubble(page, 'Às onze').getByText('editada').waitFor();
    const sealed = { encPayload: 'AA==', encIv: 'AA==', secretEncType: 2 };
    const secretEncryptedMessage = { targetMessageKey: { id, fromMe: true }, ...sealed };
    await sends({ message: { secretEncryptedMessage } });
    await last().getByText('Alterada no celular: o texto novo só está lá.').waitFor();
  });

  it('shows that the chat’s messages vanish, and answers with its timer', async () => {
    await call('PUT', `/contacts/${helena.number}/timer`, { with: phone.number, seconds: 86_400 });
    await page.getByRole('note', { name: 'Mensagens temporárias: 24 horas' }).waitFor();
    await write(page, 'Até já');
    const answered = async () => {
      const path = `/contacts/${helena.number}/messages?with=${phone.number}`;
      const all = (await (await fetch(`${product.simulatorUrl}${path}`)).json()) as {
        text: string;
        vanishesIn?: number;
      }[];
      return all.find(({ text }) => text.includes('Até já'))?.vanishesIn;
    };
    await expect.poll(answered).toBe(86_400);
  });

  it.skipIf(!shots)('is drawn (pictures are made where MESSAGE_SHOTS says where)', async () => {
    for (const [name, size] of [
      ['wide', wide],
      ['narrow', narrow],
    ] as const) {
      await page.setViewportSize(size);
      for (const scheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme: scheme });
        const log = page.getByRole('log');
        for (let part = 0; part < 5; part += 1) {
          await log.evaluate((element, at) => {
            const box = element as unknown as {
              scrollTop: number;
              scrollHeight: number;
              clientHeight: number;
            };
            box.scrollTop = ((box.scrollHeight - box.clientHeight) * at) / 4;
          }, part);
          await page.waitForLoadState('networkidle');
          await page.screenshot({ path: join(shots ?? '', `${name}-${scheme}-${part}.png`) });
        }
      }
    }
  });
});
