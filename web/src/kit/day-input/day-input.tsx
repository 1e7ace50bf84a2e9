import '@mantine/dates/styles.css';
import 'dayjs/locale/pt-br';
import 'dayjs/locale/es';
import { DateInput, type DateInputProps } from '@mantine/dates';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dayOf } from '#domain/shared/calendar.ts';
import { companyZone } from '../../shared/company-zone.ts';
import { typedDay } from './typed-day.ts';

type Taken =
  | 'description'
  | 'inputWrapperOrder'
  | 'error'
  | 'size'
  | 'flex'
  | 'className'
  | 'clearable'
  | 'minDate'
  | 'maxDate'
  | 'onBlur';

/** How a day is written, in every language. */
export const dayFormat = 'DD/MM/YYYY';

type Props = Pick<DateInputProps, Taken> & {
  readonly label: string;
  /** YYYY-MM-DD, or null for none. */
  readonly value: string | null;
  readonly onChange: (day: string | null) => void;
  /** Whose clocks say which day is today; unless it is said, the company's. */
  readonly zone?: string;
  /** The last day that the calendar offers; a later one can be typed still. */
  readonly lastOffered?: string;
  /** By which a form finds it. */
  readonly 'data-path'?: string;
};

/**
 * A day, typed or chosen in a calendar: as DD/MM/YYYY, whatever the browser's language is. Esc closes its open calendar and
 * nothing else.
 */
export const DayInput = ({ zone = companyZone(), lastOffered, ...props }: Props) => {
  const { t, i18n } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const today = dayOf(new Date(), zone);
  return (
    <DateInput
      placeholder={t('schedules.dayPlaceholder')}
      valueFormat={dayFormat}
      locale={i18n.language.toLowerCase()}
      dateParser={typedDay}
      weekendDays={[]}
      getDayProps={date => ({
        highlightToday: date === today,
        ...(date === today ? { 'data-today': true } : {}),
        disabled: lastOffered !== undefined && date > lastOffered,
      })}
      popoverProps={{
        withinPortal: true,
        onOpen: () => setIsOpen(true),
        onClose: () => setIsOpen(false),
      }}
      // A dialog around it looks for this, the page's own keys for what was prevented.
      data-mantine-stop-propagation={isOpen}
      onKeyDown={event => {
        if (isOpen && event.key === 'Escape') event.preventDefault();
      }}
      clearButtonProps={{ 'aria-label': t('dashboard.filter.clear', { name: props.label }) }}
      {...props}
    />
  );
};
