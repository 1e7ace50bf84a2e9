import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { administrationTour } from './administration-tour.ts';
import { addContact } from './api.ts';
import { chromiumPath, logIn, narrow, openBrowser, openWindow, type Person, wide } from './browser.ts';
import { languages, portuguese, untranslated } from './languages.ts';
import { faults, schemeOf } from './probes.ts';
import { demoPassword, type Product, startProduct } from './product.ts';

const bia = { name: 'Bia Torres', email: 'bia@demo.local', password: 'chá-de-hortelã' };

describe.skipIf(!chromiumPath())('running a company', () => {
  let product: Product;
  let browser: Browser;
  let admin: Person;
  let other: Person;

  beforeAll(async () => {
    product = await startProduct();
    browser = await openBrowser();
    [admin, other] = [await openWindow(browser), await openWindow(browser)];
    await logIn(admin.page, product.url, 'admin@demo.local', demoPassword);
  });
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
  });

  const record = (page: Page, name: string) => page.getByTestId(/^record-/).filter({ hasText: name });
  const dialog = (page: Page) => page.getByRole('dialog');
  const button = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true });
  const choose = async (page: Page, field: string, option: string) => {
    await page.getByRole('combobox', { name: field, exact: true }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  const go = async (screen: string, pages = [admin.page, other.page]) => {
    for (const page of pages) {
      await page.getByRole('link', { name: screen, exact: true }).click();
      await page.getByRole('heading', { level: 1, name: screen }).waitFor();
    }
  };
  const save = async (page: Page, action = 'Salvar') => {
    await button(page, action).click();
    await dialog(page).waitFor({ state: 'detached' });
  };

  it('a second administrator is made, and comes in', async () => {
    const { page } = admin;
    await go('Usuários', [page]);
    await page.getByRole('button', { name: 'Adicionar usuário' }).click();
    await dialog(page).getByLabel('Nome').fill(bia.name);
    await dialog(page).getByLabel('E-mail').fill(bia.email);
    await dialog(page).getByLabel('Senha', { exact: true }).fill(bia.password);
    await choose(page, 'Perfil', 'Administrador');
    await save(page);
    await logIn(other.page, product.url, bia.email, bia.password);
    await other.page.evaluate('window.stays = true');
  });

  it('users that one makes, changes and removes are so on the other’s screen', async () => {
    const { page } = admin;
    await go('Usuários');
    await page.getByRole('button', { name: 'Adicionar usuário' }).click();
    await dialog(page).getByLabel('Nome').fill('Caio Nunes');
    await dialog(page).getByLabel('E-mail').fill('caio@demo.local');
    await dialog(page).getByLabel('Senha', { exact: true }).fill('pão-na-chapa');
    await save(page);
    await record(other.page, 'Caio Nunes').waitFor();
    await page.getByRole('button', { name: 'Editar: Caio Nunes' }).click();
    await dialog(page).getByLabel('Nome').fill('Caio Prado');
    await save(page);
    await record(other.page, 'Caio Prado').waitFor();
    await page.getByRole('button', { name: 'Excluir: Caio Prado' }).click();
    await save(page, 'Excluir');
    await record(other.page, 'Caio Prado').waitFor({ state: 'detached' });
  });

  it('so are queues', async () => {
    const { page } = admin;
    await go('Filas');
    await page.getByRole('button', { name: 'Adicionar fila' }).click();
    await dialog(page).getByLabel('Nome').fill('Financeiro');
    await save(page);
    await record(other.page, 'Financeiro').waitFor();
    await other.page.getByRole('button', { name: 'Editar: Financeiro' }).click();
    await dialog(other.page).getByLabel('Nome').fill('Cobrança');
    await save(other.page);
    await record(page, 'Cobrança').waitFor();
    await page.getByRole('button', { name: 'Excluir: Cobrança' }).click();
    await save(page, 'Excluir');
    await record(other.page, 'Cobrança').waitFor({ state: 'detached' });
  });

  it('so are settings, and what they show', async () => {
    await go('Configurações');
    const rating = other.page.getByRole('combobox', { name: 'Avaliações' });
    await expect.poll(() => rating.inputValue()).toBe('Desabilitado');
    await choose(admin.page, 'Avaliações', 'Habilitado');
    await expect.poll(() => rating.inputValue()).toBe('Habilitado');
    await choose(admin.page, 'Gerenciamento de expediente', 'Por empresa');
    await other.page.getByRole('tab', { name: 'Horários' }).waitFor();
  });

  it('so are contacts', async () => {
    const { page } = admin;
    await addContact(product.simulatorUrl, { number: '5521988771122', name: 'Zuleica' });
    await go('Contatos');
    await page.getByRole('button', { name: 'Adicionar contato' }).click();
    await dialog(page).getByLabel('Nome').fill('Zuleica Ramos');
    await dialog(page).getByLabel('Número').fill('55 21 98877-1122');
    await save(page, 'Criar contato');
    await record(other.page, 'Zuleica Ramos').waitFor();
    await page.getByRole('button', { name: 'Editar: Zuleica Ramos' }).click();
    await dialog(page).getByLabel('Nome').fill('Zuleica Prado');
    await save(page);
    await record(other.page, 'Zuleica Prado').waitFor();
  });

  it('an import says how far it is, and to both of them when it is done', async () => {
    const { page } = admin;
    const rows = Array.from({ length: 1_500 }, (_, row) => `Zilda ${row};11 9${7_000_0000 + row}`);
    await page.getByRole('button', { name: 'Importar', exact: true }).click();
    await dialog(page)
      .locator('input[type=file]')
      .setInputFiles({
        ...{ name: 'clientes.csv', mimeType: 'text/csv' },
        buffer: Buffer.from(`Nome;Celular\n${rows.join('\n')}\n`),
      });
    await button(page, 'Importar 1500 contatos').click();
    await dialog(page).getByRole('progressbar').waitFor();
    await dialog(page)
      .getByText(/^Importando · \d+ de 1500 linhas$/)
      .waitFor();
    await dialog(page).getByText('Importação concluída').waitFor();
    await button(page, 'Fechar').last().click();
    for (const each of [page, other.page]) {
      // With the four of the demo and the one who was added.
      await each.getByRole('heading', { level: 1 }).getByText('1505').waitFor();
      await each.getByRole('button', { name: 'Avisos: 1 novo' }).click();
      const notice = each.getByRole('link', { name: /Importação de contatos concluída/ });
      await notice.getByText('1500 novos, 0 atualizados, 0 com problema').waitFor();
      await notice.click();
      await dialog(each).getByText('Importação concluída').waitFor();
      await each.keyboard.press('Escape');
      await dialog(each).waitFor({ state: 'detached' });
      await each.getByRole('button', { name: 'Avisos', exact: true }).waitFor();
    }
  });

  it('another password ends the session of who had it', async () => {
    const { page } = admin;
    expect(await other.page.evaluate('window.stays')).toBe(true);
    await go('Usuários', [page]);
    await page.getByRole('button', { name: `Editar: ${bia.name}` }).click();
    await dialog(page).getByLabel('Nova senha', { exact: true }).fill('outro-chá-de-hortelã');
    await save(page);
    await other.page.waitForURL(/\/login/);
    await other.page.getByText('Sua sessão foi encerrada. Entre de novo.').waitFor();
  });

  // Colours are the same at both sizes, what a language says is said at both, and dark is looked at for its contrast.
  const looks = [
    { size: wide, schemes: ['light'] as const, language: 'pt-BR' as const },
    { size: narrow, schemes: ['dark'] as const, language: 'en' as const },
    { size: wide, schemes: [], language: 'es' as const },
  ];
  it.each(looks)(
    'the screens are accessible and say everything in $language, $size.width wide',
    async ({ size, schemes, language }) => {
      const { page } = admin;
      await page.setViewportSize(size);
      await page.evaluate(`localStorage.setItem('language', '${language}')`);
      await administrationTour({
        ...{ page, url: product.url, texts: language === 'pt-BR' ? portuguese : languages[language] },
        look: async where => {
          if (language !== 'pt-BR') expect(await untranslated(page, language), where).toEqual([]);
          // What is behind a dialog was looked at before it opened.
          const within = (await dialog(page).count()) > 0 ? '[role=dialog]' : undefined;
          for (const colorScheme of schemes) {
            await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
            await expect.poll(() => schemeOf(page)).toBe(colorScheme);
            const found = await faults(page, { within, contrast: colorScheme === 'dark' });
            expect(found, `${where}, ${colorScheme}`).toEqual([]);
          }
        },
      });
    },
    // Dozens of looks: on two busy cores they take more than two minutes.
    300_000,
  );

  it('leaves no error in the console', () => {
    expect([...admin.errors, ...other.errors]).toEqual([]);
  });
});
