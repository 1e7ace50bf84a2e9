import { may } from '#domain/access/may.ts';
import {
  maskedSecret,
  type SettingValues,
  secretSettings,
  settingsFrom,
  shownSettings,
} from '#domain/company/settings.ts';
import type { AccessUser } from '#projections/access/queries.ts';

type Kept = readonly { readonly key: string; readonly value: string }[];
type Installation = { readonly autoCloseHours?: number | undefined };

/** What counts where a company has said nothing and the installation has. */
const fallbacksOf = ({ autoCloseHours }: Installation): Partial<SettingValues> =>
  autoCloseHours === undefined ? {} : { autoCloseHours: String(autoCloseHours) };

/** Whether a company wants to know who reads conversations without attending them. */
export const areViewsTold = ({ company }: AccessUser): boolean =>
  settingsFrom(company.settings).conversationViews === 'enabled';

/** Where the days of somebody's company begin and end. */
export const zoneOf = ({ company }: AccessUser): string => settingsFrom(company.settings).timeZone;

/** The settings that somebody's screens go by; whether there are campaigns is the company's field, shown as one. */
export const settingsFor = (
  installation: Installation,
  user: AccessUser,
  kept: Kept = user.company.settings,
): { key: string; value: string }[] => [
  ...shownSettings(settingsFrom(kept, fallbacksOf(installation)), may(user, 'company.readSettings')),
  { key: 'campaignsEnabled', value: user.company.campaignsEnabled ? 'enabled' : 'disabled' },
];

/** What is answered of secrets: which are set. */
export const shownSecrets = (set: ReadonlySet<string>): { key: string; value: string }[] =>
  secretSettings.map(key => ({ key, value: set.has(key) ? maskedSecret : '' }));
