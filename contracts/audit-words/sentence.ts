import { validate } from 'uuid';
import { localDate } from '#contracts/local-date.ts';
import { type AuditEntryView, type AuditName, parametersOf } from '../audit.ts';
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

/** Who did it: a person, a contact, a connection, a token, a rule, or the system with its reason. Never nobody. */
export const actorOf = (
  { t, names }: Pick<Words, 't' | 'names'>,
  { actor, action }: Pick<AuditEntryView, 'actor' | 'action'>,
): string => {
  const name = nameOf({ t }, names.get(actor.id ?? '')) ?? t('audit.unnamed');
  switch (actor.kind) {
    case 'policy':
      return t('audit.policy', {
        name: t(`audit.policies.${actor.name}`, { defaultValue: actor.name ?? '' }),
      });
    case 'system':
      return t('audit.system', { reason: t(`audit.systemReasons.${systemReason(action)}`) });
    case 'token':
      return t('audit.token', { name });
    default:
      return name;
  }
};

const systemReason = (action: AuditEntryView['action']): string => {
  if (/^User(Log|Session)/.test(action)) return 'session';
  if (/^(Company|User|Installation|Connection)/.test(action)) return 'setup';
  return action.startsWith('Contact') ? 'import' : 'other';
};

/** What was done, as a sentence. */
export const sentenceOf = (
  words: Words,
  { action, details }: Pick<AuditEntryView, 'action' | 'details'>,
): string => {
  const parameters = parametersOf(action);
  if (
    parameters.every(name => isNothing(details[name])) &&
    words.t(`audit.plainEvents.${action}`, { defaultValue: '' }) !== ''
  )
    return words.t(`audit.plainEvents.${action}`);
  const said = parameters.map(name => [name, fieldText(words, name, details[name], details.key)] as const);
  // What is not there leaves no colon behind.
  const optional = { reason: '', ...Object.fromEntries(said) };
  if (isNothing(details.reason)) optional.reason = '';
  return words.t(`audit.events.${action}`, optional).replace(/[:\s]+$/, '');
};

const isNothing = (value: unknown): boolean =>
  value === undefined || value === null || (Array.isArray(value) && value.length === 0);

/**
 * The value of a field of an event in words; the same value can be called otherwise in another field, or in another
 * setting, whose `key` it is.
 */
export const fieldText = (words: Words, field: string, value: unknown, key?: unknown): string => {
  if (isNothing(value) || value === '') return noneOf(words.t, field);
  if (field === 'value' && key) return settingText(words, String(key), value);
  if (value === 'none') return noneOf(words.t, field);
  if (field === 'key') return settingLabel(words.t, String(value));
  if (field !== 'by' || !Array.isArray(value)) return valueText(words, value);
  return narrowedTexts(words, value.map(String), text => valueText(words, text)).join(', ');
};

/** As the setting's own screen calls it. */
const settingText = (words: Words, key: string, value: unknown): string => {
  const plain = valueText(words, value);
  return /^[\w-]+$/.test(String(value))
    ? words.t(`settings.values.${key}.${value}`, { defaultValue: plain })
    : plain;
};

/** A value in words. */
const valueText = (words: Words, value: unknown): string => {
  const { t, names, language, dateAndTime } = words;
  if (value === undefined || value === null || value === '') return t('audit.none');
  if (Array.isArray(value))
    return value.length === 0 ? t('audit.none') : value.map(each => valueText(words, each)).join(', ');
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([name, each]) => `${valueText(words, each)} ${t(`audit.values.${name}`, { defaultValue: name })}`)
      .join(', ');
  const text = String(value);
  if (validate(text)) return nameOf(words, names.get(text)) ?? text;
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(text)) return dateAndTime(text);
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text)) return `${localDate(text, language)} ${text.slice(11, 16)}`;
  return wordOf(t, text);
};

/** Words of settings may have points in them, which are no path. */
const wordOf = (t: Say, text: string): string =>
  /^[\w-]+$/.test(text)
    ? t([`audit.values.${text}`, `connections.statuses.${text}`], { defaultValue: text })
    : text;
