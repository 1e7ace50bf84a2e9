import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { changeLanguage, type Language } from '../i18n/i18n.ts';
import { fakeNetwork } from '../testing/network.ts';
import { stage } from '../testing/stage.tsx';
import { SubscriptionWarning } from './subscription-warning.tsx';

afterEach(() => changeLanguage('pt-BR'));

const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();

it.each<[Language, number, string]>([
  ['pt-BR', 1, 'Sua assinatura vence em 1 dia'],
  ['pt-BR', 100, 'Sua assinatura vence em 5 dias'],
  ['en', 1, 'Your subscription ends in 1 day'],
  ['en', 30, 'Your subscription ends in 2 days'],
  ['es', 1, 'Tu suscripción vence en 1 día'],
  ['es', 30, 'Tu suscripción vence en 2 días'],
])('says in %s, %i hours before the end, how many days are left', async (language, hours, text) => {
  await stage(fakeNetwork(), <SubscriptionWarning dueDate={inHours(hours)} />);
  await changeLanguage(language);
  await expect.element(page.getByText(text, { exact: true })).toBeVisible();
});
