import { validate } from 'uuid';
import type { Delivery, Place } from '#commands/webhook/delivery-queries.ts';
import { endpointStates } from '#commands/webhook/delivery-queries.ts';
import { shownSecrets } from '#commands/webhook/secrets.ts';
import type { DeliveryView, WebhookView } from '#contracts/webhooks.ts';
import { listWebhooks } from '#projections/inbox/queries/webhooks.ts';
import { refuse } from '../errors/refusal.ts';
import type { Gateway } from '../gateway.ts';

type Deps = Pick<Gateway, 'pool' | 'tenants'>;

/** The company's endpoints with how they fare. */
export const webhookViews = async ({ pool, tenants }: Deps, companyId: string): Promise<WebhookView[]> => {
  const [rows, states, secrets] = await Promise.all([
    tenants.read(companyId, listWebhooks),
    endpointStates(pool, companyId),
    shownSecrets(pool, companyId),
  ]);
  return rows.map(row => {
    const { failingSince, lastSuccessAt, heldUntil, waiting = 0 } = states.get(row.id) ?? {};
    return {
      ...row,
      secret: secrets.get(row.id) ?? { ending: '', previousUntil: null },
      failingSince: failingSince ?? null,
      lastSuccessAt: lastSuccessAt ?? null,
      heldUntil: heldUntil ?? null,
      waiting,
    };
  });
};

type Made = Pick<
  WebhookView,
  'id' | 'url' | 'events' | 'payload' | 'connectionIds' | 'description' | 'enabled'
>;

/** An endpoint that has just been made, where the read model does not show it yet. */
export const madeWebhookView = async (
  { pool }: Pick<Deps, 'pool'>,
  companyId: string,
  made: Made,
  createdAt: string,
): Promise<WebhookView> => ({
  ...made,
  description: made.description.trim(),
  secret: (await shownSecrets(pool, companyId)).get(made.id) ?? { ending: '', previousUntil: null },
  ...{ disabledReason: null, failingSince: null, lastSuccessAt: null, heldUntil: null },
  ...{ waiting: 0, createdAt },
});

/** @throws ERR_NO_WEBHOOK_FOUND */
export const webhookViewOf = async (deps: Deps, companyId: string, id: string): Promise<WebhookView> => {
  const found = (await webhookViews(deps, companyId)).find(each => each.id === id);
  if (!found) throw refuse('ERR_NO_WEBHOOK_FOUND');
  return found;
};

export const deliveryViewOf = (delivery: Delivery): DeliveryView => {
  const { id, type, position, status, happenedAt, tries, unmade, triedAt, nextAt } = delivery;
  const { answered, milliseconds, problem, reason } = delivery;
  return {
    ...{ id, type, sequence: position || null, status, tries: tries + unmade },
    ...{ answered, milliseconds, problem, reason },
    ...{ happenedAt, lastTryAt: triedAt, nextTryAt: nextAt },
  };
};

/** A place in the list of deliveries as text, and back; undefined for a text that is none. */
export const cursorOf = ({ happenedAt, position, id }: Place): string =>
  Buffer.from([happenedAt, position, id].join('|')).toString('base64url');

export const placeOf = (cursor: string): Place | undefined => {
  const text = Buffer.from(cursor, 'base64url').toString();
  const [, happenedAt = '', position = '', id = ''] =
    /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)\|(\d{1,15})\|([0-9a-f-]{36})$/.exec(text) ?? [];
  const isPlace = validate(id) && !Number.isNaN(Date.parse(happenedAt));
  return isPlace ? { happenedAt, position: Number(position), id } : undefined;
};
