import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contacts, phone } from '#start/demo/records.ts';
import { addContact, type Caller, contactPhone, login, type TicketView } from './api.ts';
import { chromiumPath, logIn, openBrowser, openWindow, type Person } from './browser.ts';
import { demoPassword, type Product, startProduct } from './product.ts';
import { bubble, bubbles, row, rows, tab, write } from './screen.ts';

const renata = { number: '5571933330006', name: 'Renata Alves' };
const { carla } = contacts;

describe.skipIf(!chromiumPath())('a page that loses its connection', () => {
  let product: Product;
  let browser: Browser;
  let admin: Caller;
  let ana: Person;
  let bruno: Person;

  beforeAll(async () => {
    product = await startProduct();
    await addContact(product.simulatorUrl, renata);
    browser = await openBrowser();
    admin = await login(product.url, 'admin@demo.local', demoPassword);
    ana = await openWindow(browser);
    bruno = await openWindow(browser);
    await logIn(ana.page, product.url, 'ana@demo.local', demoPassword);
    await logIn(bruno.page, product.url, 'bruno@demo.local', demoPassword);
    await row(ana.page, carla.name).click();
    await bubble(ana.page, 'Passo aí hoje à tarde').waitFor();
    await tab(bruno.page, /Aguardando/).click();
    await row(bruno.page, contacts.diego.name).waitFor();
  });
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
  });

  const device = (number: string) => contactPhone(product.simulatorUrl, number, phone.number);
  const reconnecting = (page: Page) => page.getByText('Reconectando…');
  /** Kills the gateway, and at the next calls each that was started in its place. */
  const gatewayKiller = () => {
    const killed = new Set<number>();
    return () => {
      const { pid } = product.running().services.gateway ?? {};
      if (!pid || killed.has(pid)) return;
      killed.add(pid);
      process.kill(pid, 'SIGKILL');
    };
  };
  const ticketOf = async (number: string): Promise<TicketView> => {
    const lists = await Promise.all(
      ['open', 'pending'].map(status => admin.tickets(`?status=${status}&showAll=true`)),
    );
    const found = lists.flatMap(list => list.body.tickets).find(ticket => ticket.contact.number === number);
    if (!found) throw new Error(`${number} has no ticket`);
    return found;
  };

  it('says so, catches up, and delivers what was written meanwhile once, when the gateway dies', async () => {
    const windows = [ana.page, bruno.page];
    const written = ['antes da queda', 'durante a queda', 'ainda durante a queda'];
    const kill = gatewayKiller();
    await write(ana.page, written[0] ?? '');
    kill();
    for (const text of written.slice(1)) await write(ana.page, text);
    await device(carla.number).write('escrevi durante a queda');
    await device(renata.number).write('sou nova aqui');
    await expect
      .poll(
        () => {
          kill();
          return Promise.all(windows.map(page => reconnecting(page).isVisible()));
        },
        { timeout: 30_000 },
      )
      .toEqual([true, true]);
    await Promise.all(windows.map(page => reconnecting(page).waitFor({ state: 'detached' })));

    await bubble(ana.page, 'escrevi durante a queda').waitFor();
    await row(bruno.page, renata.name).getByText('sou nova aqui').waitFor();
    for (const text of written) {
      const sent = bubble(ana.page, text).and(ana.page.locator('[data-state="delivered"]'));
      await sent.first().waitFor();
    }
    const received = (await device(carla.number).shown()).map(({ text }) => text.replace('*Ana:*\n', ''));
    expect(received.filter(text => written.includes(text))).toEqual(written);
    for (const text of written) {
      const line = new RegExp(`^Ana:\\s*${text}$`);
      const own = bubbles(ana.page).filter({ has: ana.page.locator('span', { hasText: line }) });
      expect(await own.count(), text).toBe(1);
    }
  });

  it('shows what the server has after a while without network', async () => {
    await tab(ana.page, /Aguardando/).click();
    await row(ana.page, renata.name).waitFor();
    await ana.context.setOffline(true);
    for (let n = 1; n <= 14; n++) await device(carla.number).write(`sem rede ${n}`);
    for (let n = 1; n <= 6; n++) await device(renata.number).write(`espero ${n}`);
    await row(bruno.page, renata.name).getByText('espero 6').waitFor();
    expect(await bubble(ana.page, 'sem rede').count()).toBe(0);
    await reconnecting(ana.page).waitFor();
    const [bar, below] = await Promise.all([
      reconnecting(ana.page).boundingBox(),
      ana.page.getByRole('button', { name: 'Novo', exact: true }).boundingBox(),
    ]);
    expect(bar && bar.y + bar.height).toBeLessThan(below?.y ?? 0);
    await ana.context.setOffline(false);

    await bubble(ana.page, 'sem rede 14').waitFor();
    await row(ana.page, renata.name).getByText('espero 6').waitFor();
    await reconnecting(ana.page).waitFor({ state: 'detached' });
    const ticket = await ticketOf(carla.number);
    const { messages } = (await admin.messages(ticket.id)).body;
    const shown = await bubbles(ana.page).evaluateAll(all =>
      all.map(each => each.getAttribute('data-testid')),
    );
    // What is out of sight is not drawn.
    expect(shown.length).toBeGreaterThan(14);
    expect(shown).toEqual(messages.map(({ id }) => `message-${id}`).slice(-shown.length));
    expect(new Set(shown).size).toBe(shown.length);

    const pending = (await admin.tickets('?status=pending&showAll=true')).body.tickets;
    const waiting = await rows(ana.page).all();
    const truth = pending.map(({ id, contact, lastMessage, unreadMessages }) => ({
      id: `ticket-row-${id}`,
      texts: [contact.name, lastMessage, unreadMessages > 0 ? String(unreadMessages) : ''],
    }));
    expect(
      await Promise.all(
        waiting.map(async (each, index) => {
          const text = (await each.textContent()) ?? '';
          return {
            id: await each.getAttribute('data-testid'),
            texts: (truth[index]?.texts ?? []).filter(part => text.includes(part)),
          };
        }),
      ),
    ).toEqual(truth);
  });

  it('leaves a conversation that is deleted while it is open, and says so', async () => {
    const ticket = await ticketOf(carla.number);
    expect(new URL(ana.page.url()).pathname).toBe(`/tickets/${ticket.uuid}`);
    const deleted = await admin.call('DELETE', `/tickets/${ticket.id}`);
    expect(deleted.status).toBe(200);
    await ana.page.getByText('Ticket deletado com sucesso!').waitFor();
    await ana.page.waitForURL(url => url.pathname === '/tickets');
    await tab(ana.page, /Atendendo/).click();
    await ana.page.getByText('Nenhum ticket com você.').waitFor();
    expect(await row(ana.page, carla.name).count()).toBe(0);
  });

  it('leaves no complaint in the browsers', () => {
    expect([...ana.errors, ...bruno.errors]).toEqual([]);
  });
});
