import type { Page } from 'playwright-core';
import { texts as english } from '#web/src/i18n/en/texts.ts';
import { texts as spanish } from '#web/src/i18n/es/texts.ts';
import { texts as portuguese } from '#web/src/i18n/pt-BR/texts.ts';

export const languages = { en: english, es: spanish };
export type Language = keyof typeof languages;
/** What the screens say, in any language. */
export type Texts = typeof english;
export { portuguese };

/** What people and companies of the demo are called stays as it is. */
const names = ['Administração', 'Demonstração'];

/**
 * What is shown or read out in Portuguese where the language has other words for it, and what is shown as the bare
 * key of a text.
 */
export const untranslated = async (page: Page, language: Language): Promise<string[]> => {
  const lines: string[] = await page.evaluate(`
    [document.title, ...document.body.innerText.split('\\n'),
      ...[...document.querySelectorAll('[aria-label],[placeholder],[title],[data-hint]')].flatMap(each =>
        ['aria-label', 'placeholder', 'title', 'data-hint'].map(name => each.getAttribute(name) ?? ''))]
      .map(line => line.trim())
  `);
  const own = new Set(textsOf(languages[language]));
  const foreign = textsOf(portuguese)
    .filter(text => !own.has(text))
    .map(patternOf);
  const isLeft = (line: string): boolean =>
    bareKey.test(line) || (!own.has(line) && foreign.some(pattern => pattern?.test(line) === true));
  return [...new Set(lines)].filter(line => line !== '' && !names.includes(line) && isLeft(line));
};

const textsOf = (texts: object): string[] =>
  Object.values(texts).flatMap(value => (typeof value === 'string' ? [value] : textsOf(value)));

const bareKey = new RegExp(`^(${Object.keys(portuguese).join('|')})(\\.[\\w-]+)+$`);

/** A text as it looks with whatever stands in its gaps; undefined for one that is nothing but gaps. */
const patternOf = (text: string): RegExp | undefined => {
  const parts = text.split(/\{\{\w+\}\}/);
  if (!/\p{L}{3}/u.test(parts.join(' '))) return undefined;
  return new RegExp(`^${parts.map(part => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.+')}$`, 'u');
};

/** A text of a language with its gaps filled. */
export const filled = (text: string, gaps: Readonly<Record<string, string>>): string =>
  Object.entries(gaps).reduce((done, [name, value]) => done.replace(`{{${name}}}`, value), text);
