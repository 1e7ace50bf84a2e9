import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { connectionsAnswer } from '#contracts/connections.ts';
import { fakeNetwork } from '../testing/network.ts';
import { stage } from '../testing/stage.tsx';
import NavigationDrawer from './navigation-drawer.tsx';

const open = async (profile: 'admin' | 'user') => {
  const network = fakeNetwork();
  network.answer({
    ...{ method: 'GET', path: '/whatsapp', schema: connectionsAnswer },
    answer: () => [],
  });
  await stage(network, <NavigationDrawer onClose={() => undefined} />, { profile, width: 390 });
  await expect.element(page.getByRole('link').first()).toBeVisible();
  return page
    .getByRole('link')
    .elements()
    .map(link => link.getAttribute('href'));
};
const ofAdmins = ['/', '/connections', '/queues', '/users', '/messages-api', '/settings'];

it('is 320 pixels wide, and goes over the page', async () => {
  await open('admin');
  const panel = page.getByRole('dialog').element();
  expect(panel.getBoundingClientRect().width).toBe(320);
});

it('shows administration and the dashboard to administrators', async () => {
  expect(await open('admin')).toEqual(expect.arrayContaining(ofAdmins));
});

it('shows others neither, and what everybody works with', async () => {
  const shown = await open('user');
  expect(shown.filter(to => ofAdmins.includes(to ?? ''))).toEqual([]);
  const everybodys = ['/tickets', '/contacts', '/quick-messages', '/tags', '/schedules'];
  expect(shown).toEqual(expect.arrayContaining(everybodys));
});
