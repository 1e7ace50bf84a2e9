import { figureWords as figuresEn } from './en/figures.ts';
import { settingWords as settingsEn } from './en/settings.ts';
import { connectionStatuses as statusesEn } from './en/statuses.ts';
import { auditWords as auditEn } from './en/words.ts';
import { figureWords as figuresEs } from './es/figures.ts';
import { settingWords as settingsEs } from './es/settings.ts';
import { connectionStatuses as statusesEs } from './es/statuses.ts';
import { auditWords as auditEs } from './es/words.ts';
import { figureWords as figuresPt } from './pt-BR/figures.ts';
import { settingWords as settingsPt } from './pt-BR/settings.ts';
import { connectionStatuses as statusesPt } from './pt-BR/statuses.ts';
import { auditWords as auditPt } from './pt-BR/words.ts';
import type { Say } from './words.ts';

/** Words of the figures, of the settings, and of how connections stand. */
type Beside = {
  readonly figures: typeof figuresEn;
  readonly settings: typeof settingsEn;
  readonly statuses: typeof statusesEn;
};

/** As the screens' texts have them. */
const placed = (audit: typeof auditEn, { figures, settings, statuses }: Beside) => {
  const { counters, time, closing, metrics, counts, by } = figures;
  const dashboard = { counters, time, list: { closing }, report: { metrics, counts, by } };
  const { labels, texts, values } = settings;
  return {
    ...{ audit, dashboard, connections: { statuses } },
    settings: { labels, texts: { labels: texts }, values },
  };
};
const texts = {
  'pt-BR': placed(auditPt, { figures: figuresPt, settings: settingsPt, statuses: statusesPt }),
  en: placed(auditEn, { figures: figuresEn, settings: settingsEn, statuses: statusesEn }),
  es: placed(auditEs, { figures: figuresEs, settings: settingsEs, statuses: statusesEs }),
};

/** Says in a language what the audit trail says, without a screen. */
export const sayIn =
  (language: keyof typeof texts): Say =>
  (keys, gaps = {}) => {
    const known = [keys].flat().flatMap(key => textAt(texts[language], key.split('.')) ?? []);
    const text = known[0] ?? gaps.defaultValue ?? [keys].flat().at(-1);
    if (gaps.skipInterpolation) return String(text);
    return String(text).replaceAll(/\{\{(\w+)\}\}/g, (_, gap: string) => String(gaps[gap] ?? ''));
  };

const textAt = (texts: unknown, [name, ...rest]: readonly string[]): string | undefined => {
  if (name === undefined) return typeof texts === 'string' ? texts : undefined;
  if (typeof texts !== 'object' || texts === null || !Object.hasOwn(texts, name)) return undefined;
  return textAt(Reflect.get(texts, name), rest);
};
