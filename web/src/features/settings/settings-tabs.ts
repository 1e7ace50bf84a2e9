import type { SettingValues } from '#domain/company/settings.ts';
import type { PageTab } from '../../kit/tabs/tabbed-page.tsx';

/** One tab of the settings, whose text is `settings.tabs.<id>`. The page knows none by name. */
export type SettingsTab = PageTab & {
  /** Whether it is there, as the company's settings are. */
  readonly isThere?: (settings: SettingValues) => boolean;
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
