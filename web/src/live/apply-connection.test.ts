import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import type { ConnectionView } from '#contracts/views.ts';
import { connectionsQuery } from '../api/connections.ts';
import { applyConnection, applyConnectionSession } from './apply-connection.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const uuid = (last: number): string => `0198a000-0000-7000-8000-${String(last).padStart(12, '0')}`;
const minute = (n: number): string => `2026-11-21T10:${String(n).padStart(2, '0')}:00.000Z`;

const connection = (n: number, change: Partial<ConnectionView> = {}): ConnectionView => ({
  ...{ id: uuid(n), name: `Loja ${n}`, status: 'CONNECTED', reason: null, provider: 'simulator' },
  ...{ isDefault: false, number: null, qrcode: '', pairingCode: '', token: '', retries: 0 },
  ...{ greetingMessage: '', complationMessage: '', outOfHoursMessage: '', ratingMessage: '' },
  importsHistory: false,
  ...{ queues: [], queueIds: [], updatedAt: minute(1) },
  ...change,
});

const listed = () => {
  const client = new QueryClient();
  client.setQueryData(connectionsQuery.queryKey, [connection(1, { isDefault: true }), connection(2)]);
  const shown = () => client.getQueryData(connectionsQuery.queryKey) ?? [];
  const update = (whatsapp: ConnectionView) => applyConnection(client, { action: 'update', whatsapp });
  return { client, shown, update };
};

it('adds, changes and removes connections in the list', () => {
  const { client, shown, update } = listed();
  update(connection(3, { name: 'A mais nova' }));
  update(connection(2, { name: 'Filial' }));
  applyConnection(client, { action: 'delete', whatsappId: uuid(1) });
  expect(shown().map(({ name }) => name)).toEqual(['A mais nova', 'Filial']);
});

it('passes the mark of the default on', () => {
  const { shown, update } = listed();
  update(connection(2, { isDefault: true }));
  expect(shown().flatMap(({ name, isDefault }) => (isDefault ? [name] : []))).toEqual(['Loja 2']);
});

it('asks the server who is the default once a connection is gone', () => {
  const { client } = listed();
  applyConnection(client, { action: 'delete', whatsappId: uuid(1) });
  expect(client.getQueryState(connectionsQuery.queryKey)?.isInvalidated).toBe(true);
});

it('leaves alone what is newer', () => {
  const { shown, update } = listed();
  update(connection(2, { name: 'Antes', isDefault: true, updatedAt: minute(0) }));
  expect(shown().map(({ name, isDefault }) => [name, isDefault])).toEqual([
    ['Loja 1', true],
    ['Loja 2', false],
  ]);
});

it('shows why a session ended and the code that pairs it anew, unless that is older', () => {
  const { client, shown } = listed();
  const session = {
    ...{ id: uuid(2), name: 'Loja 2', status: 'qrcode' as const, reason: 'logged-out', number: null },
    ...{ qrcode: 'scan-me', pairingCode: '', updatedAt: minute(2) },
  };
  expect(applyConnectionSession(client, session)).toBe(true);
  expect(shown()[1]).toMatchObject({ status: 'qrcode', reason: 'logged-out', qrcode: 'scan-me' });
  applyConnectionSession(client, { ...session, status: 'OPENING', updatedAt: minute(1) });
  expect(shown()[1]?.status).toBe('qrcode');
  expect(applyConnectionSession(client, { ...session, id: uuid(9) })).toBe(false);
});

it('asks again for a list that was on its way while a new code was told', async () => {
  const client = new QueryClient();
  const waiting = connection(1, { status: 'qrcode', qrcode: 'first' });
  const answers = [waiting, { ...waiting, qrcode: 'second' }];
  vi.stubGlobal('localStorage', { getItem: () => 'token' });
  vi.stubGlobal('fetch', async () => {
    const shown = answers.shift();
    if (shown === waiting) applyConnectionSession(client, { ...shown, qrcode: 'second' });
    return Response.json([shown]);
  });
  const loaded = await client.fetchQuery(connectionsQuery);
  expect(loaded.map(({ qrcode }) => qrcode)).toEqual(['second']);
});
