import type { TFunction } from 'i18next';

/** Minutes as people say them: seconds below one, hours above sixty; a dash where there is nothing to measure. */
export const spokenMinutes = (t: TFunction, minutes: number | null, language: string): string => {
  if (minutes === null) return '–';
  if (minutes > 0 && minutes < 1) return t('dashboard.seconds', { count: Math.round(minutes * 60) });
  const number = (value: number, digits: number) =>
    new Intl.NumberFormat(language, { maximumFractionDigits: digits }).format(value);
  if (minutes < 60) return t('dashboard.minutes', { value: number(minutes, 1) });
  const whole = Math.round(minutes);
  return t('dashboard.hours', { hours: number(Math.floor(whole / 60), 0), minutes: whole % 60 });
};

export const spokenMs = (t: TFunction, ms: number | null, language: string): string =>
  spokenMinutes(t, ms === null ? null : ms / 60_000, language);
