import type { AddressedTab } from '../../kit/tabs/use-tab-address.ts';

/** The parts of the messages API's screen. Their texts are `messagesApi.tabs.<id>`; the page knows none by name. */
export const messagesApiTabs: readonly [AddressedTab, ...AddressedTab[]] = [
  {
    ...{ id: 'documentation', to: '/messages-api' },
    load: async () => ({ default: (await import('./documentation-page.tsx')).DocumentationPage }),
  },
  {
    ...{ id: 'keys', to: '/messages-api/keys' },
    load: async () => ({ default: (await import('./keys-page.tsx')).KeysPage }),
  },
  {
    ...{ id: 'webhooks', to: '/messages-api/webhooks' },
    load: async () => ({ default: (await import('./webhooks-page.tsx')).WebhooksPage }),
  },
];
