import type { ComponentType } from 'react';
import type { SettingValues } from '#domain/company/settings.ts';

/** One tab of the settings. The page knows none by name. */
export type SettingsTab = {
  /** Its text is `settings.tabs.<id>`. */
  readonly id: string;
  /** Whether it is there, as the company's settings are. */
  readonly isThere?: (settings: SettingValues) => boolean;
  readonly load: () => Promise<{ readonly default: ComponentType }>;
};

/** Specification, secondary, section 2. */
export const settingsTabs: readonly SettingsTab[] = [
  { id: 'options', load: () => import('./options-panel.tsx') },
  {
    id: 'schedules',
    isThere: ({ scheduleType }) => scheduleType === 'company',
    load: () => import('./hours-panel.tsx'),
  },
  { id: 'rights', load: async () => ({ default: (await import('./rights-panel.tsx')).RightsPanel }) },
];
