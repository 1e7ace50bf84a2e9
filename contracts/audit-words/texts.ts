import { figureWords as figuresEn } from './en/figures.ts';
import { rightNames as rightsEn } from './en/rights.ts';
import { settingWords as settingsEn } from './en/settings.ts';
import { connectionStatuses as statusesEn } from './en/statuses.ts';
import { auditWords as auditEn } from './en/words.ts';
import { figureWords as figuresEs } from './es/figures.ts';
import { rightNames as rightsEs } from './es/rights.ts';
import { settingWords as settingsEs } from './es/settings.ts';
import { connectionStatuses as statusesEs } from './es/statuses.ts';
import { auditWords as auditEs } from './es/words.ts';
import { figureWords as figuresPt } from './pt-BR/figures.ts';
import { rightNames as rightsPt } from './pt-BR/rights.ts';
import { settingWords as settingsPt } from './pt-BR/settings.ts';
import { connectionStatuses as statusesPt } from './pt-BR/statuses.ts';
import { auditWords as auditPt } from './pt-BR/words.ts';
import type { Say } from './words.ts';

/** Words of the figures, of the settings, of how connections stand, and of rights. */
type Beside = {
  readonly figures: typeof figuresEn;
  readonly settings: typeof settingsEn;
  readonly statuses: typeof statusesEn;
  readonly rights: typeof rightsEn;
};

/** As the screens' texts have them. */
const placed = (audit: typeof auditEn, { figures, settings, statuses, rights }: Beside) => {
  const { counters, time, closing, metrics, counts, by } = figures;
  const dashboard = { counters, time, list: { closing }, report: { metrics, counts, by } };
  const { labels, texts, values } = settings;
  return {
    ...{ audit, dashboard, connections: { statuses }, rights: { actions: rights } },
    settings: { labels, texts: { labels: texts }, values },
  };
};
const texts = {
  'pt-BR': placed(auditPt, {
    figures: figuresPt,
    settings: settingsPt,
    statuses: statusesPt,
    rights: rightsPt,
  }),
  en: placed(auditEn, { figures: figuresEn, settings: settingsEn, statuses: statusesEn, rights: rightsEn }),
  es: placed(auditEs, { figures: figuresEs, settings: settingsEs, statuses: statusesEs, rights: rightsEs }),
};

/** Says in a language what the audit trail says, without a screen. */
export const sayIn =
  (language: keyof typeof texts): Say =>
  (keys, gaps = {}) => {
    const forms = [keys]
      .flat()
      .flatMap(key => [...formsOf(language, gaps.count), ''].map(form => key + form));
    const known = forms.flatMap(key => textAt(texts[language], key.split('.')) ?? []);
    const text = known[0] ?? gaps.defaultValue ?? [keys].flat().at(-1);
    if (gaps.skipInterpolation) return String(text);
    return String(text).replaceAll(/\{\{(\w+)\}\}/g, (_, gap: string) => String(gaps[gap] ?? ''));
  };

const plurals = new Map<string, Intl.PluralRules>();
const pluralIn = (language: string): Intl.PluralRules => {
  const known = plurals.get(language) ?? new Intl.PluralRules(language);
  plurals.set(language, known);
  return known;
};

/** As the screens' library looks for them. */
const formsOf = (language: string, count: unknown): readonly string[] => {
  if (typeof count !== 'number') return [];
  return [...(count === 0 ? ['_zero'] : []), `_${pluralIn(language).select(count)}`];
};

const textAt = (texts: unknown, [name, ...rest]: readonly string[]): string | undefined => {
  if (name === undefined) return typeof texts === 'string' ? texts : undefined;
  if (typeof texts !== 'object' || texts === null || !Object.hasOwn(texts, name)) return undefined;
  return textAt(Reflect.get(texts, name), rest);
};
