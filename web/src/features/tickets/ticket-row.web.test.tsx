import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { expect, it, vi } from 'vitest';
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
  return (
    <ul style={{ position: 'relative', width: 360, height: 72 }}>
      <TicketRow
        {...{ ticket, top: 0, index: 0, total: 1, current: false, busy: undefined, handlers }}
        reading={{ t, language: i18n.language, today }}
        onOpen={noop}
      />
    </ul>
  );
};
const show = (change: Partial<TicketView>) => stage(fakeNetwork(), <Row ticket={ticketAt(5, 1, change)} />);
const row = () => page.getByRole('listitem');

it('has contact, queue with its colour, last message, time and how many are unread', async () => {
  await show({ status: 'open', unreadMessages: 3, lastMessage: 'Até amanhã' });
  for (const words of ['Contact 5', 'Vendas', 'Até amanhã', '07:05'])
    await expect.element(row().getByText(words, { exact: true })).toBeVisible();
  await expect.element(page.getByTestId('unread')).toHaveTextContent('3');
  const element = row().element() as HTMLElement;
  expect(element.style.getPropertyValue('--queue')).toBe('#0a0');
});

it('is accepted and not opened while it waits', async () => {
  await show({});
  await expect.element(page.getByRole('button', { name: 'Aceitar Contact 5' })).toBeVisible();
  expect(page.getByRole('link').elements()).toEqual([]);
});

it('is opened once it is attended, and says when it is closed', async () => {
  await show({ status: 'closed', unreadMessages: 0 });
  await expect.element(row().getByText('Fechado')).toBeVisible();
  await expect.element(page.getByRole('link')).toBeVisible();
  expect(page.getByTestId('unread').elements()).toEqual([]);
});
