import { Button, TextInput } from '@mantine/core';
import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dayOf } from '#domain/shared/calendar.ts';
import { DayInput } from '../../../kit/day-input/day-input.tsx';
import { isTime, maskedTime } from '../../../kit/hours/hours-text.ts';
import { companyZone } from '../../../shared/company-zone.ts';
import classes from './as-it-was.module.css';
import { aDayEarlier, hourMs, instantOf, localOf } from './use-instant.ts';

type Props = { readonly at: string | undefined; readonly onShow: (at: string) => void };

/** A day and a minute of the company's clocks, and steps from the instant that is shown, or from now. */
export const InstantForm = ({ at, onShow }: Props) => {
  const { t } = useTranslation();
  const now = new Date().toISOString();
  const shown = localOf(at ?? new Date(Date.now() - hourMs).toISOString());
  const [day, setDay] = useState<string | null>(shown.slice(0, 10));
  const [time, setTime] = useState(shown.slice(11));
  const [error, setError] = useState('');
  const [known, setKnown] = useState(at);
  // The form stays, and with it the focus, when a step leads elsewhere.
  if (known !== at) {
    setKnown(at);
    setDay(shown.slice(0, 10));
    setTime(shown.slice(11));
    setError('');
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const next = day && isTime(time, false) ? instantOf(`${day}T${time}`) : undefined;
    if (next === undefined) setError(t('replay.instant.incomplete'));
    else if (next > new Date().toISOString()) setError(t('errors.ERR_INSTANT_TO_COME'));
    else onShow(next);
  };
  const from = at ?? now;
  const later = at && new Date(Date.parse(at) + hourMs).toISOString();
  return (
    <form className={classes.form} onSubmit={submit} noValidate aria-label={t('replay.instant.title')}>
      <DayInput
        label={t('replay.instant.day')}
        lastOffered={dayOf(new Date(), companyZone())}
        value={day}
        onChange={setDay}
        error={error}
        className={classes.day ?? ''}
      />
      <TextInput
        label={t('replay.instant.time')}
        placeholder="00:00"
        inputMode="numeric"
        value={time}
        onChange={event => setTime(maskedTime(event.currentTarget.value))}
        error={error !== ''}
        className={classes.time ?? ''}
      />
      <Button type="submit" className={classes.show ?? ''}>
        {t('replay.instant.show')}
      </Button>
      <div className={classes.steps}>
        <Button variant="default" size="compact-sm" onClick={() => onShow(aDayEarlier(from, 7))}>
          {t('replay.instant.week')}
        </Button>
        <Button variant="default" size="compact-sm" onClick={() => onShow(aDayEarlier(from, 1))}>
          {t('replay.instant.dayEarlier')}
        </Button>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconArrowLeft size={14} aria-hidden />}
          onClick={() => onShow(new Date(Date.parse(from) - hourMs).toISOString())}
        >
          {t('replay.instant.hourEarlier')}
        </Button>
        {later && later <= now && (
          <Button
            variant="default"
            size="compact-sm"
            rightSection={<IconArrowRight size={14} aria-hidden />}
            onClick={() => onShow(later)}
          >
            {t('replay.instant.hourLater')}
          </Button>
        )}
      </div>
      <span className={classes.zone}>{t('dashboard.zone', { zone: companyZone() })}</span>
    </form>
  );
};
