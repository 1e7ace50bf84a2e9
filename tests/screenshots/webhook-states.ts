import type { Page } from 'playwright-core';
import type { DeliveryView, WebhookView } from '#contracts/webhooks.ts';
import type { Scene, State } from './scene.ts';

const idOf = (n: number): string => `0199e2d4-7b1c-7f3e-9a52-${String(n).padStart(12, '0')}`;
const minutesAgo = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();

const webhook = (n: number, description: string, more: Partial<WebhookView> = {}): WebhookView => ({
  ...{ id: idOf(n), url: `https://www.example.com/balcao/${n}`, description, payload: 'thin', enabled: true },
  ...{ events: ['message.received', 'message.delivered', 'ticket.closed'], connectionIds: null },
  ...{ secret: { ending: '••••••••GKYo', previousUntil: null }, disabledReason: null, failingSince: null },
  ...{ lastSuccessAt: minutesAgo(2), heldUntil: null, waiting: 0, createdAt: minutesAgo(90_000), ...more },
});
const webhooks = [
  webhook(1, 'Loja virtual'),
  webhook(2, 'Sistema de estoque', {
    ...{ failingSince: minutesAgo(200), lastSuccessAt: minutesAgo(203), waiting: 14 },
  }),
  webhook(3, 'Teste antigo', { ...{ enabled: false, disabledReason: 'gone', lastSuccessAt: null } }),
];

const delivery = (n: number, more: Partial<DeliveryView>): DeliveryView => ({
  ...{ id: idOf(100 + n), type: 'message.received', sequence: 9_000 - n, status: 'delivered', tries: 1 },
  ...{ happenedAt: minutesAgo(n * 4), lastTryAt: minutesAgo(n * 4), answered: 200, milliseconds: 30 + n },
  ...{ problem: null, reason: null, nextTryAt: null, ...more },
});
const deliveries = {
  ...{ hasMore: false, nextCursor: null },
  deliveries: [
    delivery(1, {}),
    delivery(2, { type: 'ticket.closed' }),
    delivery(3, {
      ...{ type: 'message.delivered', status: 'waiting', tries: 3, answered: 500, problem: 'status' },
      nextTryAt: minutesAgo(-18),
    }),
    delivery(4, {}),
    delivery(5, { status: 'failed', tries: 10, answered: null, milliseconds: null, problem: 'timeout' }),
    delivery(6, { type: 'message.delivered' }),
  ],
};

/** None of these endpoints is there: pictures send nothing to anybody. */
const answerForEndpoints = async (page: Page): Promise<void> => {
  await page.route('**/api/webhooks', route => route.fulfill({ json: { webhooks } }));
  await page.route('**/api/webhooks/*/deliveries*', route => route.fulfill({ json: deliveries }));
};
const open = async (page: Page, { product }: Scene, query: string, shown: string): Promise<void> => {
  await answerForEndpoints(page);
  await page.goto(`${product.url}/messages-api/webhooks${query}`);
  await page.getByText(shown).first().waitFor();
};

/** Who is told of what happens, and what was sent to one of them. */
export const webhookStates: readonly State[] = [
  {
    name: 'webhooks',
    seat: 'admin',
    arrange: (page, scene) => open(page, scene, '', 'Sistema de estoque'),
    leave: page => page.unrouteAll(),
  },
  {
    name: 'webhook-deliveries',
    seat: 'admin',
    arrange: (page, scene) => open(page, scene, `?webhook=${idOf(1)}`, 'HTTP 200'),
    leave: page => page.unrouteAll(),
  },
];
