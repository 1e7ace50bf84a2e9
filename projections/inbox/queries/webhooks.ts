import type { WebhookType } from '#domain/webhook/event-types.ts';
import type { Queryable } from '../../tenant.ts';

/** An endpoint as somebody set it. */
export type WebhookRow = {
  readonly id: string;
  readonly url: string;
  readonly events: WebhookType[];
  readonly payload: 'thin' | 'full';
  readonly description: string;
  readonly enabled: boolean;
  readonly disabledReason: 'gone' | 'failing' | null;
  readonly connectionIds: string[] | null;
  readonly createdAt: string;
};

const all = `
  select id, url, events, payload, description, enabled, disabled_reason as "disabledReason",
    connection_ids as "connectionIds", created_at as "createdAt"
  from inbox.webhook where company_id = $1 and not removed order by created_at, id`;

/** The company's endpoints, the oldest first. */
export const listWebhooks = (db: Queryable): Promise<readonly WebhookRow[]> =>
  db.query<WebhookRow>('webhooks', all, [db.companyId]);
