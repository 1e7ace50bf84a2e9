import type { TFunction } from 'i18next';

/** What an action is called: its sentence without what it says of one entry. */
export const actionLabel = (t: TFunction, action: string): string =>
  t(`audit.events.${action}`, { skipInterpolation: true, defaultValue: action }).replace(
    /[\s,:(]*\{\{[\s\S]*$/,
    '',
  );

/** What a setting is called on its own screen. */
export const settingLabel = (t: TFunction, key: string): string =>
  t([`settings.labels.${key}`, `settings.texts.labels.${key}`], { defaultValue: key });
