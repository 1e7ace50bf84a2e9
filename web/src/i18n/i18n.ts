import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { keep, readKept } from '../shared/kept.ts';
import { texts as portuguese } from './pt-BR/texts.ts';

export const languages = ['pt-BR', 'en', 'es'] as const;
export const languageNames = { 'pt-BR': 'Português', en: 'English', es: 'Español' } as const;
export type Language = (typeof languages)[number];

const storageKey = 'language';

const others: Readonly<Record<Exclude<Language, 'pt-BR'>, () => Promise<{ texts: object }>>> = {
  en: () => import('./en/texts.ts'),
  es: () => import('./es/texts.ts'),
};

export const isLanguage = (value: string | null): value is Language =>
  languages.some(language => language === value);

/** Starts the texts in the language chosen last, Portuguese otherwise. */
export const startTexts = async (): Promise<void> => {
  await i18next.use(initReactI18next).init({
    lng: 'pt-BR',
    fallbackLng: 'pt-BR',
    resources: { 'pt-BR': { translation: portuguese } },
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  const chosen = readKept(storageKey);
  // A page in Portuguese is better than none.
  if (isLanguage(chosen)) await changeLanguage(chosen).catch(() => undefined);
};

/** Chosen by this person, for this browser. */
export const changeLanguage = (language: Language): Promise<void> => {
  keep(storageKey, language);
  return showLanguage(language);
};

/** The company's language, for who has chosen none. */
export const followLanguage = async (language: string): Promise<void> => {
  if (isLanguage(language) && !isLanguage(readKept(storageKey))) await showLanguage(language);
};

const showLanguage = async (language: Language): Promise<void> => {
  if (language !== 'pt-BR' && !i18next.hasResourceBundle(language, 'translation')) {
    const { texts } = await others[language]();
    i18next.addResourceBundle(language, 'translation', texts);
  }
  document.documentElement.lang = language;
  await i18next.changeLanguage(language);
};
