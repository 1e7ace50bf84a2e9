import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { averagesOf, type Counters as Counted } from '#domain/replay/board.ts';
import { spokenDuration } from '../../../shared/spoken-duration.ts';
import classes from './player.module.css';

const names = [
  ...(['supportPending', 'supportHappening', 'supportFinished'] as const),
  ...(['leads', 'avgSupportTime', 'avgWaitTime'] as const),
];
type Name = (typeof names)[number];

const figureOf = (counters: Counted, name: Name): number | null => {
  if (name === 'supportPending') return counters.waiting;
  if (name === 'supportHappening') return counters.attending;
  if (name === 'supportFinished') return counters.closed;
  if (name === 'leads') return counters.leads;
  const { handled, waited } = averagesOf(counters);
  return name === 'avgSupportTime' ? handled : waited;
};
const isTime = (name: Name): boolean => name === 'avgSupportTime' || name === 'avgWaitTime';

type Props = { readonly now: Counted; readonly beside: Counted | null };

/** The dashboard's six counters at the moment shown: those of the period beside it, and how far they are apart. */
export const Counters = ({ now, beside }: Props) => {
  const { t, i18n } = useTranslation();
  const said = (name: Name, value: number | null): string =>
    isTime(name) ? spokenDuration(t, value) : new Intl.NumberFormat(i18n.language).format(value ?? 0);
  return (
    <dl className={classes.counters}>
      {names.map(name => {
        const [value, other] = [figureOf(now, name), beside && figureOf(beside, name)];
        return (
          <div key={name} className={classes.counter}>
            <Text component="dt" size="xs" c="dimmed" truncate title={t(`dashboard.counters.${name}`)}>
              {t(`dashboard.counters.${name}`)}
            </Text>
            <dd className={`figures ${classes.value}`}>
              {said(name, value)}
              {beside && (
                <Text component="span" size="xs" c="dimmed" className={classes.beside ?? ''}>
                  {t('replayPlayer.versus', { value: said(name, other) })}
                  <Difference name={name} value={value} other={other} />
                </Text>
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
};

type DifferenceProps = { readonly name: Name; readonly value: number | null; readonly other: number | null };

/** More is not always better: it has no colour. */
const Difference = ({ name, value, other }: DifferenceProps) => {
  const { t, i18n } = useTranslation();
  if (value === null || other === null) return null;
  const apart = value - other;
  const number = (of: number, options: Intl.NumberFormatOptions = {}) =>
    new Intl.NumberFormat(i18n.language, { signDisplay: 'exceptZero', ...options }).format(of);
  if (apart === 0) return <strong>{t('replayPlayer.same')}</strong>;
  const sign = apart > 0 ? '+' : '-';
  const amount = isTime(name) ? `${sign}${spokenDuration(t, Math.abs(apart))}` : number(apart);
  const share =
    other === 0 ? '' : ` (${number(apart / other, { style: 'percent', maximumFractionDigits: 0 })})`;
  return <strong>{`${amount}${share}`}</strong>;
};
