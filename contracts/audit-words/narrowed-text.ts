import { localDate } from '#contracts/local-date.ts';
import { actionLabel, noneOf, settingLabel, type Words } from './words.ts';

type SayValue = (value: string) => string;

/**
 * The filters of a search or an export in words, each kept as `name` or `name=value`. `say` is how any other value is
 * said. Beside `by`, `key` is a row of the figure's table; elsewhere it is a setting.
 */
export const narrowedTexts = (words: Words, kept: readonly string[], say: SayValue): string[] => {
  const by = kept.find(each => each.startsWith('by='))?.slice('by='.length);
  return kept.map(each => {
    const [name = '', ...rest] = each.split('=');
    if (!by || name !== 'key') return narrowedText(words, [name, ...rest], say);
    return rest[0] === 'none'
      ? `${words.t('audit.narrowed.row')} ${noneOf(words.t, by)}`
      : narrowedText(words, ['row', ...rest], say);
  });
};

const narrowedText = (words: Words, [name = '', ...rest]: readonly string[], say: SayValue): string => {
  if (name === 'q' && rest.length === 0) return words.t('audit.narrowed.someName');
  const said = words.t(`audit.narrowed.${name}`, { defaultValue: name });
  return rest.length === 0 ? said : `${said} ${wordOf(words, name, rest.join('='), say)}`;
};

const wordOf = ({ t, language }: Words, name: string, value: string, say: SayValue): string => {
  if (value === 'yes' || value === 'no') return t(`audit.values.${value === 'yes'}`);
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return localDate(value, language);
  if (name === 'action') return actionLabel(t, value);
  if (name === 'key') return settingLabel(t, value);
  if (name === 'q') return `“${value}”`;
  if (name === 'weekday' && /^[1-7]$/.test(value))
    return new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(
      Date.UTC(2026, 0, mondayOf + Number(value)),
    );
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
