import { useState } from 'react';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { fakeNetwork } from '../testing/network.ts';
import { stage } from '../testing/stage.tsx';
import { NarrowingSelect } from './narrowing-select.tsx';

const long = 'Suporte técnico de segundo nível (removida)';
const options = [
  { value: '1', label: 'Vendas' },
  { value: '2', label: long },
];

const Narrow = ({ wide }: { readonly wide: number }) => {
  const [value, setValue] = useState<string | null>(null);
  return (
    <div style={{ width: wide }}>
      <NarrowingSelect label="Fila" options={options} value={value} onChange={setValue} />
    </div>
  );
};
const field = page.getByRole('combobox', { name: 'Fila' });
const option = (name: string) => page.getByRole('option', { name });
const boxOf = (of: { element: () => Element }) => of.element().getBoundingClientRect();

it('has a list as wide as its longest name, and the name that is cut in a title', async () => {
  await stage(fakeNetwork(), <Narrow wide={180} />);
  await field.click();
  await expect.element(option(long)).toBeVisible();
  expect(boxOf(option(long)).height).toBe(boxOf(option('Vendas')).height);
  await option(long).click();
  await expect.element(field).toHaveValue(long);
  await expect.element(field).toHaveAttribute('title', long);
});

it('has a list that is no narrower than its field, nor wider than a phone', async () => {
  await stage(fakeNetwork(), <Narrow wide={328} />, { width: 360 });
  await field.click();
  await expect.element(option('Vendas')).toBeVisible();
  const list = () => option('Vendas').element().closest('[data-composed], [role=listbox]')?.parentElement;
  await expect.poll(() => list()?.getBoundingClientRect().width ?? 0).toBeGreaterThan(300);
  expect(boxOf(option(long)).right).toBeLessThanOrEqual(360);
});
