import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { fakeNetwork } from '../testing/network.ts';
import { stage } from '../testing/stage.tsx';
import { useSearch } from './use-search.ts';

const Choice = () => {
  const [, change] = useSearch();
  return (
    <button type="button" onClick={() => change({ beside: '2026-11-02' }, { replace: false })}>
      Comparar
    </button>
  );
};

const Clock = () => {
  const [search, change] = useSearch();
  const stand = () => {
    document.querySelector('button')?.click();
    change({ at: search.get('at') ? null : '10:00' }, { replace: true });
  };
  return (
    <button type="button" onClick={stand}>
      Pausar
    </button>
  );
};

it('keeps what another part of the page has changed a moment before, drawn or not', async () => {
  const part = (
    <>
      <Choice />
      <Clock />
    </>
  );
  const { screen } = await stage(fakeNetwork(), part, { address: '/player?from=2026-11-09' });
  const place = () => screen.getByTestId('place').element().textContent;
  await page.getByRole('button', { name: 'Pausar' }).click();
  await expect.poll(place).toBe('/player?from=2026-11-09&beside=2026-11-02&at=10%3A00');
  await page.getByRole('button', { name: 'Pausar' }).click();
  await expect.poll(place).toBe('/player?from=2026-11-09&beside=2026-11-02');
});
