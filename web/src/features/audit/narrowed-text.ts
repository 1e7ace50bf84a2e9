import type { TFunction } from 'i18next';
import { localDate } from '../../shared/formats.ts';
import { actionLabel, settingLabel } from './action-label.ts';

/**
 * One filter of a search or an export in words, which is kept as `name` or `name=value`. `say` is how any other value
 * is said.
 */
export const narrowedText = (t: TFunction, kept: string, say: (value: string) => string): string => {
  const [name = '', ...rest] = kept.split('=');
  const said = t(`audit.narrowed.${name}`, { defaultValue: name });
  return rest.length === 0 ? said : `${said} ${wordOf(t, name, rest.join('='), say)}`;
};

const wordOf = (t: TFunction, name: string, value: string, say: (value: string) => string): string => {
  if (value === 'yes' || value === 'no') return t(`audit.values.${value === 'yes'}`);
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return localDate(value);
  if (name === 'action') return actionLabel(t, value);
  if (name === 'key') return settingLabel(t, value);
  if (name === 'q') return `“${value}”`;
  const word = (name === 'metric' && figures[value]) || value;
  const keys = places[name]?.map(place => `${place}.${word}`);
  return keys ? t(keys, { defaultValue: value }) : say(value);
};

/** Where the words are of what can be chosen. */
const places: Readonly<Record<string, readonly string[]>> = {
  actorKind: ['audit.actors'],
  kind: ['audit.kinds'],
  metric: ['dashboard.report.metrics', 'dashboard.report.counts', 'dashboard.counters'],
  time: ['dashboard.time'],
  by: ['dashboard.report.by'],
};

/** Figures that their texts call otherwise. */
const figures: Readonly<Record<string, string>> = {
  ...{ rated: 'marks', pending: 'supportPending', attending: 'supportHappening' },
};
