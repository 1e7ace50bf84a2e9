import type { TFunction } from 'i18next';

const minuteMs = 60_000;

/** How long something had lasted: minutes, hours with minutes, days with hours. */
export const howLong = (t: TFunction, since: string, at: string): string => {
  const minutes = Math.max(0, Math.floor((Date.parse(at) - Date.parse(since)) / minuteMs));
  if (minutes < 60) return t('replay.long.minutes', { minutes });
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return t('replay.long.hours', { hours, minutes: minutes % 60 });
  return t('replay.long.days', { days: Math.floor(hours / 24), hours: hours % 24 });
};
