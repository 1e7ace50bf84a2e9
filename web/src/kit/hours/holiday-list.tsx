import { ActionIcon, Button, Group, Text, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dayOf } from '#domain/shared/calendar.ts';
import { isHolidayDay, nationalHolidays } from '#domain/shared/holidays.ts';
import type { Holiday } from '#domain/shared/schedule.ts';
import { companyZone } from '../../shared/company-zone.ts';
import classes from './hours.module.css';
import { inOrderOfYear, maskedDay, shownDay, typedDay } from './hours-text.ts';
import { ShiftRow } from './shift-row.tsx';

type Props = {
  readonly holidays: readonly Holiday[];
  readonly onChange: (holidays: readonly Holiday[]) => void;
};

const closed = { startTime: '00:00', endTime: '00:00' };

/** Days with hours of their own: the national ones at a click, local ones by day and name. */
export const HolidayList = ({ holidays, onChange }: Props) => {
  const { t } = useTranslation();
  const today = dayOf(new Date(), companyZone());
  const missing = nationalHolidays.filter(({ day }) => !holidays.some(each => each.day === day));
  return (
    <div className={classes.holidays}>
      {holidays.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('hours.noHolidays')}
        </Text>
      )}
      {inOrderOfYear(holidays, today).map(index => {
        const holiday = holidays[index];
        if (!holiday) return null;
        const { day, name } = holiday;
        return (
          <fieldset key={`${day} ${index}`} className={classes.holiday} aria-label={name}>
            <Text span size="sm" className={classes.date ?? ''}>
              {shownDay(holiday, today)}
            </Text>
            <Text span size="sm" className={classes.name ?? ''} title={name}>
              {name}
            </Text>
            <ShiftRow
              of={name}
              times={holiday}
              onChange={times => onChange(holidays.toSpliced(index, 1, { ...holiday, ...times }))}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('hours.removeHoliday', { name })}
              onClick={() => onChange(holidays.toSpliced(index, 1))}
            >
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          </fieldset>
        );
      })}
      <NewHoliday taken={holidays} onAdd={holiday => onChange([...holidays, holiday])} />
      {missing.length > 0 && (
        <Group>
          <Button
            variant="subtle"
            size="compact-sm"
            className={classes.national ?? ''}
            onClick={() =>
              onChange([...holidays, ...missing.map(({ day, name }) => ({ day, name, ...closed }))])
            }
          >
            {t('hours.addNational', { count: missing.length })}
          </Button>
        </Group>
      )}
    </div>
  );
};

type NewProps = { readonly taken: readonly Holiday[]; readonly onAdd: (holiday: Holiday) => void };

const NewHoliday = ({ taken, onAdd }: NewProps) => {
  const { t } = useTranslation();
  const [day, setDay] = useState('');
  const [name, setName] = useState('');
  const [error, setError] = useState<string>();
  const wrongIn = (typed: string): string | undefined => {
    if (!isHolidayDay(typed)) return t('hours.noSuchDay');
    if (taken.some(each => each.day === typed)) return t('hours.dayTaken');
    return name.trim() === '' ? t('records.required') : undefined;
  };
  const add = (): void => {
    const typed = typedDay(day);
    const wrong = wrongIn(typed);
    setError(wrong);
    if (wrong !== undefined) return;
    onAdd({ day: typed, name: name.trim(), ...closed });
    setDay('');
    setName('');
  };
  const addOnEnter = (event: { key: string; preventDefault: () => void }): void => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    add();
  };
  return (
    <div>
      <Group gap="xs" align="flex-end">
        <TextInput
          size="xs"
          w={110}
          label={t('hours.day')}
          placeholder={t('hours.dayExample')}
          inputMode="numeric"
          value={day}
          onChange={event => setDay(maskedDay(event.currentTarget.value))}
          onKeyDown={addOnEnter}
        />
        <TextInput
          size="xs"
          className={classes.newName ?? ''}
          label={t('hours.holidayName')}
          maxLength={60}
          value={name}
          onChange={event => setName(event.currentTarget.value)}
          onKeyDown={addOnEnter}
        />
        <Button size="xs" variant="default" leftSection={<IconPlus size={14} aria-hidden />} onClick={add}>
          {t('hours.addHoliday')}
        </Button>
      </Group>
      {error && (
        <Text size="xs" c="var(--mantine-color-error)" mt={4} role="alert">
          {error}
        </Text>
      )}
    </div>
  );
};
