/** Where the company is told of what happens. */
export const WebhooksPage = () => null;
