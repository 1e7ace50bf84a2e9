import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { localDate } from '#contracts/local-date.ts';
import { choicesQuery, type FigurePart } from '../../api/dashboard.ts';
import { dateAndTime, dayOfMoment, weekdayName } from '../../shared/formats.ts';
import { type FigureName, figureName } from './metric-name.ts';

type Titled = {
  readonly figure: FigureName;
  readonly part: FigurePart;
  readonly days?: { readonly date_from?: string } | undefined;
};

/** What the list of a figure, or of a part of one, is called. */
export const useFigureTitle = ({ figure, part, days }: Titled): string => {
  const { t, i18n } = useTranslation();
  const { by, key, closing, rating, weekday, hour, at } = part;
  const { data } = useQuery({ ...choicesQuery, enabled: by !== undefined });
  const whose = (): string[] => {
    if (!by || !key) return [];
    if (key === 'none') return [t(`dashboard.report.none.${by}`)];
    const found = data?.[by].find(({ id }) => id === key);
    if (!found) return data ? [t('dashboard.report.unknown')] : [];
    return [found.removed ? t(`dashboard.gone.${by}`, { name: found.name }) : found.name];
  };
  // 5 January 2026 was a Monday.
  const day = weekday && weekdayName(`2026-01-0${4 + weekday}`, i18n.language, 'long');
  const clock = hour === undefined ? undefined : `${String(hour).padStart(2, '0')}h`;
  const when = [days?.date_from && localDate(days.date_from), day, clock].filter(Boolean);
  return [
    figureName(t, figure),
    ...whose(),
    ...(closing ? [t(`dashboard.list.closing.${closing}`)] : []),
    ...(rating ? [t('dashboard.list.mark', { mark: rating })] : []),
    ...(when.length > 0 ? [when.join(', ')] : []),
    ...(at ? [momentText(at, i18n.language)] : []),
  ].join(' · ');
};

/** Midnight is the end of the day before. */
const momentText = (at: string, language: string): string => {
  const day = dayOfMoment(new Date(Date.parse(at) - 1).toISOString(), language);
  return day === dayOfMoment(at, language) ? dateAndTime(at, language) : day;
};
