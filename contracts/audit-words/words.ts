import type { AuditName } from '../audit.ts';
import { beginningOf } from './template.ts';

/**
 * The text of a key, or of the first of several that there is, with its gaps filled; with a `count` the form for so many.
 * `skipInterpolation` leaves gaps as they are.
 */
export type Say = (
  keys: string | readonly string[],
  gaps?: Readonly<Record<string, string | number | boolean | null | undefined>>,
) => string;

export type Words = {
  readonly t: Say;
  readonly language: string;
  /** A moment by the company's clocks. */
  readonly dateAndTime: (at: string) => string;
  readonly names: ReadonlyMap<string, AuditName>;
};

/** What is said of a field that has no value. */
export const noneOf = (t: Say, field: string): string => t([`audit.noneOf.${field}`, 'audit.none']);

/** What an action is called: by a name of its own, or its sentence without what it says of one entry. */
export const actionLabel = (t: Say, action: string): string =>
  beginningOf(
    t([`audit.actionNames.${action}`, `audit.events.${action}`], {
      ...{ skipInterpolation: true, defaultValue: action },
    }),
  );

/** What a setting is called on its own screen. */
export const settingLabel = (t: Say, key: string): string =>
  t([`settings.labels.${key}`, `settings.texts.labels.${key}`], { defaultValue: key });
