import { type AuditEntryView, actionsOfKind, auditKinds } from '../audit.ts';
import { fieldText, isNothing, nameOf } from './field-text.ts';
import { filled, type Gap } from './template.ts';
import type { Words } from './words.ts';

type Entry = Pick<AuditEntryView, 'actor' | 'action' | 'details'>;

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

/** What it was done to: a ticket where it was something of one. What has no name is called by its kind. */
export const objectOf = (
  words: Pick<Words, 't' | 'names'>,
  { ticketId, objectId, action }: Pick<AuditEntryView, 'ticketId' | 'objectId' | 'action'>,
): string => {
  const named = nameOf(words, words.names.get(ticketId ?? objectId ?? ''));
  const kind = auditKinds.find(each => actionsOfKind(each).includes(action));
  return named ?? words.t(`audit.nameless.${kind}`, { defaultValue: words.t('audit.unnamed') });
};

const systemReason = (action: AuditEntryView['action']): string => {
  if (/^User(Log|Session|Access)/.test(action)) return 'session';
  if (/^(Company|User|Installation|Connection)/.test(action)) return 'setup';
  return action.startsWith('Contact') ? 'import' : 'other';
};

const asItIs = { skipInterpolation: true };

/** What was done, as a sentence. */
export const sentenceOf = (words: Words, entry: Entry): string => {
  const { action, actor } = entry;
  const template =
    words.t(`audit.eventsBy.${actor.kind}.${action}`, { ...asItIs, defaultValue: '' }) ||
    words.t(`audit.events.${action}`, { ...asItIs, defaultValue: action });
  const sentence = filled(template, (name, hasOther) => gapOf(words, entry, { name, hasOther }));
  return `${sentence.charAt(0).toLocaleUpperCase(words.language)}${sentence.slice(1)}`;
};

/** That who did it did it for themselves needs not be said, unless something else would be said instead. */
const gapOf = (
  words: Words,
  entry: Entry,
  { name, hasOther }: { readonly name: string; readonly hasOther: boolean },
): Gap => {
  const { actor, details } = entry;
  const value = details[name];
  const isSelf = name === 'userId' && value === actor.id && !hasOther;
  const said = fieldText(words, name, value, details.key);
  const text = name === 'reason' ? said.replace('{{who}}', () => actorOf(words, entry)) : said;
  return { text, isThere: !isNothing(value) && !isSelf };
};
