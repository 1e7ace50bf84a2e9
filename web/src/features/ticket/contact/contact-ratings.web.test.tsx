import { useState } from 'react';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { contactRatingsAnswer, type RatingView } from '#contracts/ratings.ts';
import { type TicketHistoryEntry, ticketHistoryAnswer } from '#contracts/ticket-notes.ts';
import { ticketAt } from '../../../live/testing/tickets.ts';
import { fakeNetwork } from '../../../testing/network.ts';
import { stage, uuid } from '../../../testing/stage.tsx';
import { ContactRatings } from './contact-ratings.tsx';
import { TicketHistory } from './ticket-history.tsx';

const ticket = ticketAt(7, 7, { status: 'closed' });
const ana = { id: uuid(1), name: 'Ana Prado' };
const bad: RatingView = {
  ...{ id: uuid(60), ticketId: ticket.id, ticketNumber: 7, rating: 1, reason: 'Demorou muito' },
  ...{ user: ana, at: '2026-11-20T13:05:00.000Z' },
};
const good: RatingView = {
  ...bad,
  id: uuid(61),
  ticketId: uuid(105),
  ticketNumber: 5,
  rating: 3,
  reason: null,
};

const setUp = (ratings: readonly RatingView[]) => {
  const network = fakeNetwork();
  network.answer({
    ...{ method: 'GET', path: `/contacts/${ticket.contactId}/ratings`, schema: contactRatingsAnswer },
    answer: () => [...ratings],
  });
  return network;
};

it('shows the last marks of a contact: of whom, when, why, and at which ticket', async () => {
  await stage(setUp([bad, good]), <ContactRatings ticket={ticket} onLeave={undefined} />);
  const section = page.getByRole('region', { name: 'Avaliações' });
  const [first, second] = [section.getByRole('listitem').nth(0), section.getByRole('listitem').nth(1)];
  await expect.element(first).toHaveTextContent('1 - Insatisfeito');
  await expect.element(first).toHaveTextContent('Demorou muito');
  await expect.element(first).toHaveTextContent(/Ana Prado · 20\/11\/2026/);
  await expect.element(second).toHaveTextContent('3 - Muito satisfeito');
  await expect.element(second.getByRole('link', { name: 'Ticket #5' })).toBeVisible();
  expect(first.getByRole('link').elements()).toEqual([]);
});

it('asks again when the ticket changes: a mark is a change of it', async () => {
  let ratings: RatingView[] = [];
  const network = fakeNetwork();
  const path = `/contacts/${ticket.contactId}/ratings`;
  network.answer({ ...{ method: 'GET', path, schema: contactRatingsAnswer }, answer: () => ratings });
  await stage(network, <Changing />);
  await expect.poll(() => network.callsOf('GET', path).length).toBe(1);
  ratings = [bad];
  await page.getByRole('button', { name: 'change' }).click();
  await expect.element(page.getByText('1 - Insatisfeito')).toBeVisible();
});

const Changing = () => {
  const [revision, setRevision] = useState(1);
  return (
    <>
      <button type="button" onClick={() => setRevision(revision + 1)}>
        change
      </button>
      <ContactRatings ticket={{ ...ticket, revision }} onLeave={undefined} />
    </>
  );
};

it('shows nothing where there is none', async () => {
  const network = setUp([]);
  await stage(network, <ContactRatings ticket={ticket} onLeave={undefined} />);
  await expect.poll(() => network.callsOf('GET', `/contacts/${ticket.contactId}/ratings`).length).toBe(1);
  expect(page.getByText('Avaliações').elements()).toEqual([]);
});

it('tells in the history of the ticket who was rated, how and why', async () => {
  const network = fakeNetwork();
  const entry: TicketHistoryEntry = {
    ...{ position: 1, action: 'closed', at: '2026-11-20T13:00:00.000Z', actor: 'user', user: ana, to: null },
    ...{ queue: null, notes: null, tags: [], reason: null, rating: null },
  };
  const byContact = { ...entry, actor: 'contact' as const, user: null };
  const entries: TicketHistoryEntry[] = [
    entry,
    { ...entry, position: 2, action: 'ratingAsked', actor: 'policy', user: null },
    { ...byContact, position: 3, action: 'rated', rating: 1, to: ana },
    { ...byContact, position: 4, action: 'ratingExplained', notes: 'Demorou muito' },
  ];
  network.answer({
    ...{ method: 'GET', path: `/tickets/${ticket.id}/history`, schema: ticketHistoryAnswer },
    answer: () => entries,
  });
  await stage(network, <TicketHistory ticket={ticket} />);
  const lines = page.getByRole('region', { name: 'Histórico do ticket' }).getByRole('listitem');
  await expect.element(lines.nth(0)).toHaveTextContent(/O contato disse por quê.*Demorou muito/);
  await expect.element(lines.nth(1)).toHaveTextContent('O contato avaliou Ana Prado: 1 - Insatisfeito');
  await expect.element(lines.nth(2)).toHaveTextContent('avaliação pedida ao contato');
});
