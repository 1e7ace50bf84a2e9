import type { TFunction } from 'i18next';
import type { AuditEntryView, AuditName } from '#contracts/audit.ts';
import { fieldText as fieldWords, nameOf as nameWords } from '#contracts/audit-words/field-text.ts';
import {
  actorOf as actorWords,
  objectOf as objectWords,
  sentenceOf as sentenceWords,
} from '#contracts/audit-words/sentence.ts';
import {
  actionLabel as actionWords,
  type Say,
  settingLabel as settingWords,
} from '#contracts/audit-words/words.ts';
import { dateAndSeconds } from '../../shared/formats.ts';

export type Names = ReadonlyMap<string, AuditName>;
export type Words = { readonly t: TFunction; readonly language: string; readonly names: Names };

const sayBy =
  (t: TFunction): Say =>
  (keys, gaps = {}) =>
    String(t([keys].flat(), gaps));

const spoken = ({ t, language, names }: Words) => ({
  ...{ language, names, t: sayBy(t) },
  dateAndTime: (at: string) => dateAndSeconds(at, language),
});

/** What an action is called: its sentence without what it says of one entry. */
export const actionLabel = (t: TFunction, action: string): string => actionWords(sayBy(t), action);

/** What a setting is called on its own screen. */
export const settingLabel = (t: TFunction, key: string): string => settingWords(sayBy(t), key);

/** What something is called, also when it is gone; undefined for what has no name. */
export const nameOf = (words: Words, named: AuditName | undefined): string | undefined =>
  nameWords(spoken(words), named);

/** What was done, as a sentence. */
export const sentenceOf = (
  words: Words,
  entry: Pick<AuditEntryView, 'actor' | 'action' | 'details'>,
): string => sentenceWords(spoken(words), entry);

/** The value of a field of an event in words; the same value can be called otherwise in another field. */
export const fieldText = (words: Words, field: string, value: unknown, key?: unknown): string =>
  fieldWords(spoken(words), field, value, key);

/** Who did it: a person, a contact, a connection, a token, a rule, or the system with its reason. Never nobody. */
export const actorOf = (words: Words, entry: Pick<AuditEntryView, 'actor' | 'action'>): string =>
  actorWords(spoken(words), entry);

/** What it was done to. */
export const objectOf = (
  words: Words,
  entry: Pick<AuditEntryView, 'ticketId' | 'objectId' | 'action'>,
): string => objectWords(spoken(words), entry);
