import '@mantine/dates/styles.css';
import 'dayjs/locale/pt-br';
import 'dayjs/locale/es';
import { Popover, SegmentedControl } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dayOf } from '#domain/shared/calendar.ts';
import { companyZone } from '../../shared/company-zone.ts';
import { ChoiceButton, ResetButton } from './choice-button.tsx';
import type { DayFilterProps } from './day-filter.tsx';
import type { DayChoice } from './use-search.ts';

type Props = DayFilterProps & { readonly button: { readonly label: string; readonly chosen: boolean } };

/** The browser's today, which the calendar marks by itself, may be another day than the companies'. */
const markToday = (today: string) => (date: string) =>
  date === today ? { 'data-today': true, highlightToday: true } : { highlightToday: false };

/** A calendar, and which of a ticket's days is meant. It is loaded when it is first wanted, and so starts open. */
const DayPopover = ({ day, onChange, button }: Props) => {
  const { t, i18n } = useTranslation();
  const [kind, setKind] = useState<DayChoice['kind']>(day?.kind ?? 'created');
  const today = dayOf(new Date(), companyZone());
  const target = useRef<HTMLButtonElement>(null);
  return (
    <Popover
      position="bottom-start"
      trapFocus
      shadow="md"
      withRoles={false}
      defaultOpened
      onClose={() => target.current?.focus()}
    >
      <Popover.Target>
        <ChoiceButton {...button} ref={target} />
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={t('tickets.filter.date')} p="sm">
        <SegmentedControl
          size="xs"
          fullWidth
          mb="xs"
          aria-label={t('tickets.filter.date')}
          data={[
            { value: 'created', label: t('tickets.filter.created') },
            { value: 'updated', label: t('tickets.filter.updated') },
          ]}
          value={kind}
          onChange={value => {
            const next = value === 'updated' ? 'updated' : 'created';
            setKind(next);
            if (day) onChange({ kind: next, day: day.day });
          }}
        />
        <DatePicker
          size="xs"
          locale={i18n.language.toLowerCase()}
          value={day?.day ?? null}
          onChange={value => onChange(value ? { kind, day: value } : null)}
          allowDeselect
          weekendDays={[]}
          maxDate={today}
          getDayProps={markToday(today)}
        />
        <ResetButton mt="xs" label={t('tickets.filter.clear')} isIdle={!day} onReset={() => onChange(null)} />
      </Popover.Dropdown>
    </Popover>
  );
};
export default DayPopover;
