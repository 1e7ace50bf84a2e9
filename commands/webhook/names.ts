/** As readiness and metrics name what notes deliveries to endpoints outside, and what makes them. */
export const webhookFollowers = {
  events: 'policy webhooks',
  deliveries: 'policy webhook-deliveries',
} as const;

/** Wakes who makes deliveries, with the ids of endpoints that have some, or nothing for all. */
export const dueChannel = 'webhook_due';
