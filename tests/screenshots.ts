import { readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { users } from '#start/demo/records.ts';
import { helpIfAsked } from '#start/help.ts';
import { folder, shoot, type Width, widths } from './screenshots/camera.ts';
import { seedCompany } from './screenshots/company.ts';
import { film } from './screenshots/drawings.ts';
import { beforeSetup, firstDay } from './screenshots/first-states.ts';
import { type Contact, type Office, openOffice } from './screenshots/office.ts';
import type { Scene, Seat, State } from './screenshots/scene.ts';
import { allStates, companyStates } from './screenshots/states.ts';
import { login } from './system/api.ts';
import { chromiumPath, logIn, openWindow } from './system/browser.ts';
import { demoPassword, type Product, startProduct } from './system/product.ts';
import { openCompany } from './system/staff.ts';

helpIfAsked(
  'Usage: npm run screenshots [-- <names of states>]\nTakes the pictures of README and user guide anew.',
);

/**
 * Takes the pictures of README and user guide from fresh products, so that they show what is there:
 * npm run screenshots. Names of states after `--` take those only.
 */
const wanted = process.argv.slice(2);
const isWanted = ({ name }: State): boolean => wanted.length === 0 || wanted.includes(name);
const failed: string[] = [];

type Rooms = Readonly<Record<Seat, { readonly page: Page; readonly context: BrowserContext }>>;

const take = async (states: readonly State[], rooms: Rooms, scene: Omit<Scene, 'width' | 'seats'>) => {
  const seats = { ana: rooms.ana.page, admin: rooms.admin.page, visitor: rooms.visitor.page };
  for (const width of ['wide', 'narrow'] satisfies Width[]) {
    for (const page of Object.values(seats)) await page.setViewportSize(widths[width]);
    for (const state of states.filter(isWanted)) {
      const page = seats[state.seat];
      const here: Scene = { ...scene, seats, width };
      try {
        await state.arrange(page, here);
        await page.mouse.move(0, 0);
        const { hold } = state;
        await shoot(page, { state: state.name, width, hold: hold && (() => hold(page, here)) });
        await state.leave?.(page, here);
        console.log(`${state.name} ${width}`);
      } catch (error) {
        failed.push(`${state.name} ${width}`);
        console.error(`${state.name} ${width} could not be taken: ${error}`);
        await page.screenshot({ path: join(tmpdir(), `not-taken-${state.name}-${width}.png`) });
        await page.unrouteAll();
        await page.context().setOffline(false);
      }
    }
  }
};

const enter = async (browser: Browser, product: Product): Promise<Rooms> => {
  const room = async () => {
    const person = await openWindow(browser);
    await person.context.grantPermissions(['microphone'], { origin: product.url });
    person.page.setDefaultTimeout(30_000);
    return person;
  };
  return { ana: await room(), admin: await room(), visitor: await room() };
};

const leave = async (rooms: Rooms): Promise<void> => {
  for (const { context } of Object.values(rooms)) await context.close();
};

/** A company that is being set up, with nothing in it. */
const firstVisit = async (browser: Browser): Promise<void> => {
  if (![...beforeSetup, ...firstDay].some(isWanted)) return;
  const product = await startProduct({ env: { DEMO: 'off', SIMULATOR: 'on' } });
  const rooms = await enter(browser, product);
  try {
    const office: Office = await openOffice(product);
    const scene = { product, office, addressOf: async () => '' };
    await take(beforeSetup, rooms, scene);
    const { maria } = await openCompany(product);
    await logIn(rooms.admin.page, product.url, maria.email, maria.password);
    await take(firstDay, rooms, scene);
    await office.close();
  } finally {
    await leave(rooms);
    await product.stop();
  }
};

/** A company in the middle of its day. */
const busyDay = async (browser: Browser): Promise<void> => {
  if (!companyStates.some(isWanted)) return;
  const product = await startProduct();
  const rooms = await enter(browser, product);
  const office = await openOffice(product);
  try {
    const admin = await login(product.url, users.admin.email, demoPassword);
    const recorded: object = await rooms.visitor.page.evaluate(film);
    await seedCompany(office, admin, recorded);
    const addresses = new Map<string, string>();
    const { tickets } = (await admin.tickets('?showAll=true&status=open')).body;
    const { tickets: waiting } = (await admin.tickets('?showAll=true&status=pending')).body;
    for (const { uuid, contact } of [...tickets, ...waiting]) addresses.set(contact.number, uuid);
    await logIn(rooms.ana.page, product.url, users.ana.email, demoPassword);
    await logIn(rooms.admin.page, product.url, users.admin.email, demoPassword);
    const addressOf = async ({ number }: Contact): Promise<string> => {
      const address = addresses.get(number);
      if (!address) throw new Error(`${number} has no ticket`);
      return address;
    };
    await take(companyStates, rooms, { product, office, addressOf });
  } finally {
    await office.close();
    await leave(rooms);
    await product.stop();
  }
};

const browser = await chromium.launch({
  executablePath: chromiumPath() ?? '',
  args: [
    ...['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
    ...['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
  ],
});
try {
  await firstVisit(browser);
  await busyDay(browser);
} finally {
  await browser.close();
}
if (wanted.length === 0) {
  for (const file of readdirSync(folder))
    if (!allStates.some(({ name }) => file.replace(/-(wide|narrow)-(light|dark)\.webp$/, '') === name))
      rmSync(`${folder}/${file}`);
}
if (failed.length > 0) throw new Error(`not taken: ${failed.join(', ')}`);
