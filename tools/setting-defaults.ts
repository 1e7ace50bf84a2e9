import { settingKeys } from '#domain/company/settings.ts';
import type { SourceFile } from './source-files.ts';

const owner = 'domain/company/';
const keys = settingKeys.join('|');
/** A value that was kept, compared or replaced where it is missing: what counts then is a second default. */
const readings = [
  new RegExp(`\\bkey\\s*={1,3}\\s*'(${keys})'\\s*(?:&&|and)\\s*[\\w.]*value\\b`, 'g'),
  new RegExp(`\\bsettings\\??\\.(${keys})\\b`, 'g'),
  new RegExp(`\\bsettings\\[['"](${keys})['"]\\]`, 'g'),
];
const isFallback = (text: string, end: number): boolean => text.slice(end).startsWith('.fallback');

/**
 * Where a setting is read past its default: `settingIn`, `settingsFrom` and `settingsOf` of domain/company say what
 * counts. What is read from their answer (`SettingValues`) is fine, under any other name than `settings`.
 */
export const settingsWithoutDefault = (files: readonly SourceFile[]): string[] =>
  files
    .filter(({ path }) => !path.startsWith(owner) && !/\.test\.tsx?$|\/testing\/|^tests\//.test(path))
    .flatMap(({ path, text }) =>
      readings.flatMap(reading =>
        [...text.matchAll(reading)]
          .filter(found => !isFallback(text, found.index + found[0].length))
          .map(([, key]) => `${path} reads the setting ${key} past its default`),
      ),
    );
