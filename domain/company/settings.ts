import { z } from 'zod';
import { defaultTimeZone, isTimeZone } from '../shared/calendar.ts';

/** Who is answered a setting: everybody whose screens go by it, or who may change it. */
type Readers = 'everybody' | 'admins';
/** What a setting rules that is still to come: its value is kept, and screens say so. */
type Later = 'waiting' | 'kanban';

type Rule =
  | { readonly kind: 'choice'; readonly values: readonly string[] }
  | { readonly kind: 'number'; readonly least: number; readonly most: number }
  | { readonly kind: 'zone' }
  /** The id of something of the company, '' for none. */
  | { readonly kind: 'id' };

type Setting = Rule & {
  /** What counts where the company has said nothing. */
  readonly fallback: string;
  readonly readers: Readers;
  readonly later?: Later;
};

const choice = (values: readonly string[], fallback: string) => ({
  kind: 'choice' as const,
  values,
  fallback,
});
const onOff = (fallback: 'enabled' | 'disabled' = 'disabled') => choice(['disabled', 'enabled'], fallback);
const number = (least: number, most: number, fallback: number) => ({
  ...{ kind: 'number' as const, least, most },
  fallback: String(fallback),
});

export const languages = ['pt-BR', 'en', 'es'] as const;
export type Language = (typeof languages)[number];

/** A year: the most that open tickets may be silent. */
const longestSilence = 8_760;
const minutesOfDay = 1_440;

/**
 * Every setting of a company: there are no others. Values are texts, as the specification's clients have them (core,
 * section 3; secondary, sections 2 and 3).
 */
export const settings = {
  userRating: { ...onOff(), readers: 'everybody' },
  /** A contact who was asked for a rating is not asked again for so many hours; 0: after every ticket. */
  ratingIntervalHours: { ...number(0, longestSilence, 24), readers: 'admins' },
  scheduleType: {
    ...choice(['disabled', 'queue', 'company'], 'disabled'),
    readers: 'everybody',
  },
  CheckMsgIsGroup: { ...onOff(), readers: 'admins' },
  call: { ...onOff('enabled'), readers: 'admins' },
  connectionType: { ...onOff(), readers: 'everybody' },
  kanbanDefault: { kind: 'id', fallback: '', readers: 'everybody', later: 'kanban' },
  useKanban: { ...onOff(), readers: 'everybody', later: 'kanban' },
  useContactWallet: { ...onOff(), readers: 'everybody' },
  userCreation: { ...onOff('enabled'), readers: 'admins' },
  /** Whether the audit trail tells who reads the conversation of a ticket that they do not attend. */
  conversationViews: { ...onOff(), readers: 'admins' },
  /** The numbered menu; unofficial clients' buttons do not arrive, so the others behave as it does. */
  chatBotType: { ...choice(['text', 'button', 'list'], 'text'), readers: 'admins' },
  /** After how many minutes without an answer whoever is in the menu waits for people. */
  menuMinutes: { ...number(1, minutesOfDay, 10), readers: 'admins' },
  /** For so many minutes after a closing, thanks stay in the closed ticket; 0: they open a new one. */
  thanksMinutes: { ...number(0, minutesOfDay, 10), readers: 'admins' },
  timeZone: { kind: 'zone', fallback: defaultTimeZone, readers: 'everybody' },
  language: { ...choice(languages, 'pt-BR'), readers: 'everybody' },
  /** Open tickets without a message for so many hours are closed; 0: none. The fallback is the installation's. */
  autoCloseHours: { ...number(0, longestSilence, 24), readers: 'admins' },
  /** So many minutes before that the contact is warned; 0: not at all. */
  autoCloseWarningMinutes: { ...number(0, minutesOfDay, 0), readers: 'admins' },
  /** Whether the contact is written to when that closes a ticket. */
  autoCloseNotice: { ...onOff(), readers: 'admins' },
  /** After how many minutes a waiting ticket is shown as late, and as very late; 0: never. */
  waitingTarget: { ...number(0, minutesOfDay, 10), readers: 'everybody', later: 'waiting' },
  waitingLimit: { ...number(0, minutesOfDay, 30), readers: 'everybody', later: 'waiting' },
} as const satisfies Record<string, Setting>;

export type SettingKey = keyof typeof settings;
export type SettingValues = Readonly<Record<SettingKey, string>>;

const isKey = (key: string): key is SettingKey => Object.hasOwn(settings, key);
export const settingKeys: readonly SettingKey[] = Object.keys(settings).filter(isKey);

/** Keys of other services: kept encrypted where nobody reads them but what uses them, and never answered. */
export const secretSettings = [
  'ipixc',
  'tokenixc',
  'ipmkauth',
  'clientidmkauth',
  'clientsecretmkauth',
  'asaas',
] as const;
export type SecretKey = (typeof secretSettings)[number];
export const isSecretKey = (key: string): key is SecretKey =>
  (secretSettings as readonly string[]).includes(key);

/** What is answered of a secret that is set. */
export const maskedSecret = '••••••••';
const longestSecret = 2_000;
/** Whether this may be a secret: what was answered for one is none. */
export const isSecretValue = (value: string): boolean =>
  value.trim() !== '' && value.length <= longestSecret && !value.includes('•');

export const settingOf = (key: string): Setting | undefined => (isKey(key) ? settings[key] : undefined);

/** The value as it is kept; undefined when it is none of this setting's. */
export const settingValue = (setting: Rule, value: string): string | undefined => {
  const given = value.trim();
  switch (setting.kind) {
    case 'choice':
      return setting.values.includes(given) ? given : undefined;
    case 'number': {
      const count = /^\d{1,5}$/.test(given) ? Number(given) : -1;
      return count >= setting.least && count <= setting.most ? String(count) : undefined;
    }
    case 'zone':
      return isTimeZone(given) ? given : undefined;
    case 'id':
      return given === '' || z.uuid().safeParse(given).success ? given.toLowerCase() : undefined;
  }
};

type Kept = readonly { readonly key: string; readonly value: string }[];

/**
 * What counts of one setting: what is kept of it where that still is a value of it, else its default. A default stands
 * in `settings` alone, and every reader of a setting asks here or `settingsFrom`.
 */
export const settingIn = (
  key: SettingKey,
  value: string | undefined,
  fallbacks: Partial<SettingValues> = {},
): string =>
  (value === undefined ? undefined : settingValue(settings[key], value)) ??
  fallbacks[key] ??
  settings[key].fallback;

/** Every setting with what counts: what is kept under a key where it still is a value of it, else its fallback. */
export const settingsFrom = (kept: Kept, fallbacks: Partial<SettingValues> = {}): SettingValues => {
  const given = new Map(kept.map(({ key, value }) => [key, value]));
  return Object.fromEntries(
    settingKeys.map(key => [key, settingIn(key, given.get(key), fallbacks)]),
  ) as SettingValues;
};

/** Settings as the calls answer them: all, or those that everybody's screens go by. */
export const shownSettings = (values: SettingValues, all: boolean): { key: SettingKey; value: string }[] =>
  settingKeys
    .filter(key => all || settings[key].readers === 'everybody')
    .map(key => ({ key, value: values[key] }));
