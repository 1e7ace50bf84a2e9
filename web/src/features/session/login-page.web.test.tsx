import { afterEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { sessionAnswer } from '#contracts/http.ts';
import { changeLanguage, type Language } from '../../i18n/i18n.ts';
import { fakeNetwork } from '../../testing/network.ts';
import { stage } from '../../testing/stage.tsx';
import LoginPage from './login-page.tsx';

afterEach(async () => {
  await changeLanguage('pt-BR');
  localStorage.clear();
});

it.each<[Language, string]>([
  ['pt-BR', 'Opss! Sua assinatura venceu 09/03/2026. Entre em contato com o suporte para mais informações!'],
  ['en', 'Oops! Your subscription expired on 09/03/2026. Contact support for more information!'],
  ['es', '¡Ups! Tu suscripción venció el 09/03/2026. ¡Contacta con el soporte para más información!'],
])('tells in %s on which day a subscription expired', async (language, text) => {
  const network = fakeNetwork();
  network.answer({
    ...{ method: 'POST', path: '/auth/login', schema: sessionAnswer },
    answer: () => ({
      ...{ refused: 'ERR_SUBSCRIPTION_EXPIRED', status: 402 },
      details: { dueDate: '2026-03-10T02:59:00.000Z', lastDay: '2026-03-09' },
    }),
  });
  await stage(network, <LoginPage />);
  await changeLanguage(language);
  await userEvent.fill(page.getByRole('textbox', { name: /mail|correo/i }), 'ana@exemplo.com');
  await userEvent.fill(page.getByLabelText(/^(Senha|Password|Contraseña)$/), 'segredo');
  await page.getByRole('button', { name: /^(Entrar|Log in)$/ }).click();
  await expect.element(page.getByText(text)).toBeVisible();
});
