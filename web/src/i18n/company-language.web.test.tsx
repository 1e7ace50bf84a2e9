import i18next from 'i18next';
import { expect, it } from 'vitest';
import { changeLanguage, followLanguage } from './i18n.ts';

it('is the company’s for who has chosen none', async () => {
  localStorage.clear();
  await followLanguage('es');
  expect(i18next.language).toBe('es');
  expect(document.documentElement.lang).toBe('es');
  expect(i18next.t('navigation.contacts')).toBe('Contactos');
});

it('is one’s own for who has chosen, whatever the company’s is', async () => {
  await changeLanguage('en');
  await followLanguage('es');
  expect(i18next.language).toBe('en');
});

it('stays where the company’s is none that there is', async () => {
  localStorage.clear();
  const before = i18next.language;
  for (const unknown of ['', 'fr', 'pt']) await followLanguage(unknown);
  expect(i18next.language).toBe(before);
});
