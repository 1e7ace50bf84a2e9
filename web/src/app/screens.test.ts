import { expect, it } from 'vitest';
import { texts } from '../i18n/pt-BR/texts.ts';
import { screens } from './screens.ts';

const titles: Readonly<Record<string, unknown>> = texts.navigation;

it('names every screen once, by a text', () => {
  expect(new Set(screens.map(({ to }) => to)).size).toBe(screens.length);
  const untitled = screens.filter(({ title }) => !titles[title.replace('navigation.', '')]);
  expect(untitled.map(({ to }) => to)).toEqual([]);
});
