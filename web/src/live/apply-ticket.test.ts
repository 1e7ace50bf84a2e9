import { QueryClient } from '@tanstack/react-query';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ticketKey, ticketQuery } from '../api/ticket.ts';
import { applyTicket } from './apply-ticket.ts';
import type { FrameTarget } from './frame-applier.ts';
import { presenceStore } from './presence-store.ts';
import { ticketAt } from './testing/tickets.ts';
import { ticketMemory } from './ticket-memory.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const screen = (): FrameTarget => ({
  client: new QueryClient(),
  viewer: { userId: 'ana', profile: 'admin', queueIds: [] },
  memory: ticketMemory(),
  presence: presenceStore(),
  onCountsChanged: () => undefined,
});

const pending = ticketAt(1, 20);
const accepted = ticketAt(1, 21, { status: 'open', userId: 'bruno' });

describe('an open ticket', () => {
  it('shows what was told while its first answer was on its way', async () => {
    const target = screen();
    vi.stubGlobal('localStorage', { getItem: () => 'token' });
    vi.stubGlobal('fetch', async () => {
      applyTicket(target, accepted);
      return Response.json(pending);
    });
    await target.client.fetchQuery(ticketQuery(pending.id));
    expect(target.client.getQueryData(ticketKey(pending.id))).toMatchObject({ status: 'open', position: 21 });
  });

  it('is kept only where somebody asked for it', () => {
    const target = screen();
    applyTicket(target, accepted);
    expect(target.client.getQueryState(ticketKey(accepted.id))).toBeUndefined();
  });
});
