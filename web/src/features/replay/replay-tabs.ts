import type { AddressedTab } from '../../kit/tabs/use-tab-address.ts';

/** The parts of the replay. Their texts are `replay.tabs.<id>`; the page knows none by name. */
export const replayTabs: readonly [AddressedTab, ...AddressedTab[]] = [
  {
    ...{ id: 'asItWas', to: '/replay', below: /^\/replay\/tickets\/[\w-]+$/ },
    load: async () => ({ default: (await import('./as-it-was/as-it-was-page.tsx')).AsItWasPage }),
  },
  {
    ...{ id: 'player', to: '/replay/player' },
    load: async () => ({ default: (await import('./player/player-page.tsx')).PlayerPage }),
  },
  {
    ...{ id: 'questions', to: '/replay/questions' },
    load: async () => ({ default: (await import('./questions/questions-page.tsx')).QuestionsPage }),
  },
  {
    ...{ id: 'whatIf', to: '/replay/what-if' },
    load: async () => ({ default: (await import('./what-if/what-if-page.tsx')).WhatIfPage }),
  },
  {
    ...{ id: 'export', to: '/replay/export' },
    load: async () => ({ default: (await import('./export/export-page.tsx')).ExportPage }),
  },
];
