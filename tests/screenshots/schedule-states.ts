import type { Page } from 'playwright-core';
import { contacts } from '#start/demo/records.ts';
import { dialog, press, type Scene, type State } from './scene.ts';

const rowOf = (page: Page) => page.getByTestId(/^record-/).filter({ hasText: contacts.carla.name });

const toSchedules = async (page: Page, { product }: Scene): Promise<void> => {
  await page.goto(`${product.url}/schedules`);
  await rowOf(page).first().waitFor();
};

/** Messages that go out by themselves. */
export const scheduleStates: readonly State[] = [
  { name: 'schedules', seat: 'ana', arrange: toSchedules },
  {
    name: 'schedules-calendar',
    seat: 'ana',
    arrange: async (page, scene) => {
      await toSchedules(page, scene);
      await page.getByText('Calendário', { exact: true }).click();
      await page
        .getByRole('button', { name: /, \d+ mensage/ })
        .first()
        .click();
      await page.getByRole('listitem').first().waitFor();
    },
  },
  {
    name: 'schedule-form',
    seat: 'ana',
    arrange: async (page, scene) => {
      await toSchedules(page, scene);
      await press(page, `Editar: ${contacts.carla.name}`);
      await dialog(page).waitFor();
    },
  },
];
