import { figureWords as en } from '#contracts/audit-words/en/figures.ts';
import { figureWords as es } from '#contracts/audit-words/es/figures.ts';
import { figureWords as pt } from '#contracts/audit-words/pt-BR/figures.ts';
import type { EpisodeView } from '#contracts/dashboard.ts';
import type { Language } from '#domain/company/settings.ts';
import type { ListedMetric } from '#domain/dashboard/metrics.ts';

type Words = {
  readonly metrics: Readonly<Record<ListedMetric, string>>;
  readonly closings: Readonly<Record<NonNullable<EpisodeView['closing']>, string>>;
};

const placed = ({ metrics, counts, counters, closing }: typeof en): Words => {
  const { marks: rated, ...others } = counts;
  const { leads, supportPending: pending, supportHappening: attending } = counters;
  return { metrics: { ...metrics, ...others, rated, leads, pending, attending }, closings: closing };
};

/** What figures and closings are called in files: as on the screens. */
export const words: Readonly<Record<Language, Words>> = {
  'pt-BR': placed(pt),
  en: placed(en),
  es: placed(es),
};
