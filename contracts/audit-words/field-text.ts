import { validate } from 'uuid';
import { localDate } from '#contracts/local-date.ts';
import type { AuditName } from '../audit.ts';
import { hoursText } from './hours-text.ts';
import { narrowedTexts } from './narrowed-text.ts';
import { noneOf, type Say, settingLabel, type Words } from './words.ts';

/** What something is called, also when it is gone; undefined for what has no name. */
export const nameOf = ({ t }: Pick<Words, 't'>, named: AuditName | undefined): string | undefined => {
  if (!named) return undefined;
  if (named.erased && named.contactName === null) return t('audit.erased');
  const name = plainName(t, named);
  if (!named.gone) return name;
  return named.kind === 'user'
    ? t('audit.deactivated', { name })
    : t([`audit.goneOf.${named.kind}`, 'audit.gone'], { name });
};

const plainName = (t: Say, { kind, name, number, contactName, erased }: AuditName): string => {
  const of = contactName === null ? '' : contactName || t(erased ? 'audit.erased' : 'audit.unnamed');
  if (kind === 'ticket') return [t('audit.ticket', { number }), of].filter(Boolean).join(' · ');
  return name || of || t('audit.unnamed');
};

export const isNothing = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/**
 * The value of a field of an event in words; the same value can be called otherwise in another field, or in another
 * setting, whose `key` it is.
 */
export const fieldText = (words: Words, field: string, value: unknown, key?: unknown): string => {
  if (isNothing(value)) return noneOf(words.t, field);
  if (field === 'value' && key) return settingText(words, String(key), value);
  if (field === 'key') return settingLabel(words.t, String(value));
  if (!Array.isArray(value)) return valueText(words, field, value);
  if (field === 'by')
    return narrowedTexts(words, value.map(String), text => valueText(words, field, text)).join(', ');
  if (field === 'schedules' || field === 'holidays') return hoursText(words, value);
  return listed(
    words.language,
    value.map(each => valueText(words, field, each)),
  );
};

const listed = (language: string, texts: readonly string[]): string =>
  new Intl.ListFormat(language, { type: 'conjunction' }).format(texts);

/** As the setting's own screen calls it. */
const settingText = (words: Words, key: string, value: unknown): string => {
  const plain = valueText(words, 'value', value);
  return /^[\w-]+$/.test(String(value))
    ? words.t(`settings.values.${key}.${value}`, { defaultValue: plain })
    : plain;
};

const valueText = (words: Words, field: string, value: unknown): string => {
  const { t, names, dateAndTime } = words;
  if (typeof value === 'boolean') return t([`audit.valuesOf.${field}.${value}`, `audit.values.${value}`]);
  if (typeof value === 'number') return countText(t, field, value);
  if (typeof value === 'object' && value !== null) return countsText(words, value);
  const text = String(value);
  if (validate(text)) return nameOf(words, names.get(text)) ?? text;
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(text)) return dateAndTime(text);
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text)) return `${localDate(text)} ${text.slice(11, 16)}`;
  return wordOf(t, field, text);
};

/** A number that counts something says what. */
const countText = (t: Say, field: string, count: number): string =>
  t([`audit.valuesOf.${field}.${count}`, `audit.counts.${field}`], { count, defaultValue: String(count) });

/** What became of several things; what there was none of is left out. */
const countsText = ({ t }: Words, counts: object): string => {
  const some = Object.entries(counts).filter(([, count]) => count !== 0);
  return some.map(([name, count]) => countText(t, name, Number(count))).join(', ') || t('audit.none');
};

const rightName = (t: Say, action: string): string => {
  const right = action.replaceAll(':', '.');
  return t(`rights.actions.${right}`, {
    defaultValue: t(`audit.valuesOf.actions.${action}`, { defaultValue: action }),
  });
};

const statusFields = ['status', 'session'];

/** Only words of the product are translated: everything else may be what somebody wrote. */
const wordOf = (t: Say, field: string, text: string): string => {
  if (field === 'actions') return `“${rightName(t, text)}”`;
  if (!/^[\w-]+$/.test(text)) return text;
  const word = t(`audit.valuesOf.${field}.${text}`, { defaultValue: '', skipInterpolation: true });
  if (word || !statusFields.includes(field)) return word || text;
  return t(`connections.statuses.${text}`, { defaultValue: text });
};
