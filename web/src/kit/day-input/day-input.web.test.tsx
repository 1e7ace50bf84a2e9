import { useState } from 'react';
import { expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { changeLanguage } from '../../i18n/i18n.ts';
import { Dialog } from '../../shared/dialog.tsx';
import { fakeNetwork } from '../../testing/network.ts';
import { stage } from '../../testing/stage.tsx';
import { DayInput } from './day-input.tsx';

const InDialog = () => {
  const [isThere, setIsThere] = useState(true);
  const [day, setDay] = useState<string | null>('2026-11-12');
  return (
    isThere && (
      <Dialog title="Envio" onClose={() => setIsThere(false)}>
        <DayInput label="Dia" value={day} onChange={setDay} clearable />
      </Dialog>
    )
  );
};
const field = page.getByRole('textbox', { name: 'Dia' });
const calendar = () => document.querySelector('[data-dates-dropdown]');

it('lets Esc close its calendar alone, and the dialog around it the next time', async () => {
  await stage(fakeNetwork(), <InDialog />);
  await field.click();
  await expect.poll(calendar).not.toBeNull();
  await userEvent.keyboard('{Escape}');
  await expect.poll(calendar).toBeNull();
  await expect.element(page.getByRole('dialog')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

it('takes a day as it is written here, and has a button that clears it', async () => {
  await stage(fakeNetwork(), <InDialog />);
  await field.fill('05/11/2026');
  await userEvent.tab();
  await expect.element(field).toHaveValue('05/11/2026');
  await page.getByRole('button', { name: 'Limpar: Dia' }).click();
  await expect.element(field).toHaveValue('');
});

it('reads and writes days with the day first in English, too', async () => {
  await changeLanguage('en');
  onTestFinished(() => changeLanguage('pt-BR'));
  await stage(fakeNetwork(), <InDialog />);
  await expect.element(field).toHaveValue('12/11/2026');
  await field.fill('05/11/2026');
  await userEvent.tab();
  await expect.element(field).toHaveValue('05/11/2026');
  await page.getByRole('button', { name: 'Clear: Dia' }).click();
  await expect.element(field).toHaveAttribute('placeholder', 'DD/MM/YYYY');
});
