import '@mantine/dates/styles.css';
import 'dayjs/locale/pt-br';
import 'dayjs/locale/es';
import { DateInput } from '@mantine/dates';
import { useTranslation } from 'react-i18next';
import type { Days } from '#domain/dashboard/period.ts';
import { typedDay } from '../../../kit/schedules/send-time-field.tsx';
import classes from '../forms.module.css';

type Props = { readonly days: Days; readonly onChange: (days: Days) => void };

/** Two days and all between them; '' for one that is not chosen. */
export const PeriodFields = ({ days, onChange }: Props) => {
  const { t, i18n } = useTranslation();
  return (
    <div className={classes.pair}>
      {(['from', 'to'] as const).map(end => (
        <DateInput
          key={end}
          label={t(`eventExport.${end}`)}
          placeholder={t('schedules.dayPlaceholder')}
          valueFormat="DD/MM/YYYY"
          locale={i18n.language.toLowerCase()}
          dateParser={typedDay}
          weekendDays={[]}
          popoverProps={{ withinPortal: true }}
          value={days[end] || null}
          onChange={day => onChange({ ...days, [end]: day ?? '' })}
        />
      ))}
    </div>
  );
};
