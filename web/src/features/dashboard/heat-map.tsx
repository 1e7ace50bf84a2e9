import { Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ReportAnswer } from '#contracts/dashboard.ts';
import { weekdayName } from '../../shared/formats.ts';
import classes from './dashboard.module.css';
import { Definition } from './figure-card.tsx';
import { Openable } from './open-figure.tsx';

const hours = Array.from({ length: 24 }, (_, hour) => hour);
/** A Monday, from which the names of the weekdays are taken. */
const days = Array.from({ length: 7 }, (_, index) => `2026-01-0${index + 5}`);

/** When tickets begin: a table of weekdays and hours, each cell with its number and the darker the more. */
export const HeatMap = ({ starts }: { readonly starts: ReportAnswer['starts'] }) => {
  const { t, i18n } = useTranslation();
  const most = Math.max(1, ...starts.map(({ count }) => count));
  const countAt = (weekday: number, hour: number) =>
    starts.find(each => each.weekday === weekday && each.hour === hour)?.count ?? 0;
  return (
    <section className={classes.panel} aria-label={t('dashboard.report.heat')}>
      <div className={classes.panelHead}>
        <h2 className={classes.heading}>{t('dashboard.report.heat')}</h2>
        <Definition label={t('dashboard.report.heat')} text={t('dashboard.report.definitions.heat')} />
      </div>
      <Table.ScrollContainer minWidth={760} type="native" tabIndex={0}>
        <table className={classes.heat}>
          <thead>
            <tr>
              <td />
              {hours.map(hour => (
                <th key={hour} scope="col">
                  {String(hour).padStart(2, '0')}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.map((day, index) => (
              <tr key={day}>
                <th scope="row">{weekdayName(day, i18n.language, 'short')}</th>
                {hours.map(hour => {
                  const count = countAt(index + 1, hour);
                  const share = count / most;
                  return (
                    <td
                      key={hour}
                      data-strong={share > 0.55 || undefined}
                      style={{
                        background: `color-mix(in srgb, var(--chart-heat) ${Math.round(share * 100)}%, transparent)`,
                      }}
                    >
                      <Openable
                        figure={{
                          title: `${t('dashboard.report.counts.opened')} · ${weekdayName(day, i18n.language, 'long')}, ${String(hour).padStart(2, '0')}h`,
                          figure: 'opened',
                          part: { weekday: index + 1, hour },
                        }}
                        count={count}
                      >
                        {count || ''}
                      </Openable>
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </Table.ScrollContainer>
    </section>
  );
};
