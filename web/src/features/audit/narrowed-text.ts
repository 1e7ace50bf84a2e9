import type { TFunction } from 'i18next';
import { localDate, weekdayName } from '../../shared/formats.ts';
import { actionLabel, settingLabel } from './action-label.ts';

type Words = { readonly t: TFunction; readonly language: string };
type Say = (value: string) => string;

/**
 * The filters of a search or an export in words, each kept as `name` or `name=value`. `say` is how any other value is
 * said. Beside `by`, `key` is a row of the figure's table; elsewhere it is a setting.
 */
export const narrowedTexts = (words: Words, kept: readonly string[], say: Say): string[] => {
  const ofTable = kept.some(each => each.startsWith('by='));
  return kept.map(each => {
    const [name = '', ...rest] = each.split('=');
    return narrowedText(words, [ofTable && name === 'key' ? 'row' : name, ...rest], say);
  });
};

const narrowedText = (words: Words, [name = '', ...rest]: readonly string[], say: Say): string => {
  const said = words.t(`audit.narrowed.${name}`, { defaultValue: name });
  return rest.length === 0 ? said : `${said} ${wordOf(words, name, rest.join('='), say)}`;
};

const wordOf = ({ t, language }: Words, name: string, value: string, say: Say): string => {
  if (value === 'yes' || value === 'no') return t(`audit.values.${value === 'yes'}`);
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return localDate(value, language);
  if (name === 'action') return actionLabel(t, value);
  if (name === 'key') return settingLabel(t, value);
  if (name === 'q') return `“${value}”`;
  if (name === 'row' && value === 'none') return t('audit.none');
  if (name === 'weekday' && /^[1-7]$/.test(value))
    return weekdayName(`2026-01-${String(mondayOf + Number(value)).padStart(2, '0')}`, language, 'long');
  const word = (name === 'metric' && figures[value]) || value;
  const keys = places[name]?.map(place => `${place}.${word}`);
  return keys ? t(keys, { defaultValue: value }) : say(value);
};

/** Weekday 1 of January 2026 is its fifth day. */
const mondayOf = 4;

/** Where the words are of what can be chosen. */
const places: Readonly<Record<string, readonly string[]>> = {
  actorKind: ['audit.actors'],
  kind: ['audit.kinds'],
  metric: ['dashboard.report.metrics', 'dashboard.report.counts', 'dashboard.counters'],
  time: ['dashboard.time'],
  by: ['dashboard.report.by'],
  closing: ['dashboard.list.closing'],
};

/** Figures that their texts call otherwise. */
const figures: Readonly<Record<string, string>> = {
  ...{ rated: 'marks', pending: 'supportPending', attending: 'supportHappening' },
};
