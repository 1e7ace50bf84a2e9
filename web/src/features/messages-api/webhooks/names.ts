import type { WebhookView } from '#contracts/webhooks.ts';

/** What an endpoint is called: its description, else its host. */
export const nameOfWebhook = ({ description, url }: Pick<WebhookView, 'description' | 'url'>): string =>
  description || hostOf(url);

const hostOf = (url: string): string => {
  try {
    return new URL(url).host;
  } catch {
    return url;
  }
};
