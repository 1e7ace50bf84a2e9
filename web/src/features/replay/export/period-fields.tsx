import { useTranslation } from 'react-i18next';
import type { Days } from '#domain/dashboard/period.ts';
import { DayInput } from '../../../kit/day-input/day-input.tsx';
import classes from '../forms.module.css';

type Props = { readonly days: Days; readonly onChange: (days: Days) => void };

/** Two days and all between them; '' for one that is not chosen. */
export const PeriodFields = ({ days, onChange }: Props) => {
  const { t } = useTranslation();
  return (
    <div className={classes.pair}>
      {(['from', 'to'] as const).map(end => (
        <DayInput
          key={end}
          label={t(`eventExport.${end}`)}
          value={days[end] || null}
          onChange={day => onChange({ ...days, [end]: day ?? '' })}
        />
      ))}
    </div>
  );
};
