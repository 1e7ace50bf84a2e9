import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { TicketView } from '#contracts/views.ts';
import { ticketAt } from '../../live/testing/tickets.ts';
import { fakeNetwork } from '../../testing/network.ts';
import { stage } from '../../testing/stage.tsx';
import { TicketRow } from './ticket-row.tsx';

const today = new Date('2026-11-21T18:00:00.000Z');
const noop = vi.fn();
const handlers = { accept: vi.fn(async () => undefined), close: vi.fn(async () => undefined), peek: noop };

const Row = ({ ticket }: { readonly ticket: TicketView }) => {
  const { t, i18n } = useTranslation() as { t: TFunction; i18n: { language: string } };
  const reading = { t, language: i18n.language, today };
  return (
    <ul style={{ position: 'relative', width: 360, height: 72 }}>
      <TicketRow
        {...{ ticket, top: 0, index: 0, total: 1, current: false, busy: undefined, handlers, reading }}
        onOpen={noop}
      />
    </ul>
  );
};
const show = (change: Partial<TicketView>) => stage(fakeNetwork(), <Row ticket={ticketAt(1, 1, change)} />);
const since = '2026-11-21T13:05:00.000Z';
const text = (words: string | RegExp) => page.getByText(words);

describe('the row of a waiting ticket', () => {
  it('says that its contact is choosing a queue, and since when', async () => {
    const menu = { queue: null, option: null, since };
    await show({ chatbot: true, menu, queueId: null, queue: null });
    await expect.element(text('menu: escolhendo a fila')).toBeVisible();
    await expect.element(page.getByTitle('menu: escolhendo a fila · desde 10:05')).toBeVisible();
    expect(page.getByText('10:05').elements()).not.toEqual([]);
    await expect.element(page.getByRole('button', { name: 'Assumir Contact 1 do robô' })).toBeVisible();
  });
  it('says at which option it is', async () => {
    await show({ chatbot: true, menu: { queue: 'Vendas', option: '2ª via', since } });
    await expect.element(text('menu: Vendas › 2ª via')).toBeVisible();
  });
  it('is taken from the bot with one click', async () => {
    await show({ chatbot: true, menu: { queue: 'Vendas', option: null, since } });
    await page.getByRole('button', { name: 'Assumir Contact 1 do robô' }).click();
    expect(handlers.accept).toHaveBeenCalledWith(expect.objectContaining({ chatbot: true }));
  });
  it('says that machines have said enough', async () => {
    await show({ limited: true });
    await expect.element(text('Robô parou')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Aceitar Contact 1' })).toBeVisible();
  });
  it('is as ever out of the menu', async () => {
    await show({});
    await expect.element(text('Vendas')).toBeVisible();
    await expect.element(text(/menu:/)).not.toBeInTheDocument();
  });
});
