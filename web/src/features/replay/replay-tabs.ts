import type { ComponentType } from 'react';

/** One part of the replay. The page knows none by name. */
export type ReplayTab = {
  /** Its text is `replay.tabs.<id>`. */
  readonly id: string;
  /** Its address; that of the first is the screen's own, and all that no other has. */
  readonly to: string;
  readonly load: () => Promise<{ readonly default: ComponentType }>;
};

export const replayTabs: readonly [ReplayTab, ...ReplayTab[]] = [
  {
    ...{ id: 'asItWas', to: '/replay' },
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
