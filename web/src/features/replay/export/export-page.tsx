import { Alert, Button, Group, Radio, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconDownload } from '@tabler/icons-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type EventExportFormat,
  type EventExportQuery,
  eventExportFormats,
} from '#contracts/event-exports.ts';
import { may } from '#domain/access/may.ts';
import { countOfDays, type Days, lastDays, longestPeriodDays } from '#domain/dashboard/period.ts';
import { exportEvents } from '../../../api/event-exports.ts';
import { useUser } from '../../../api/session-store.ts';
import { companyZone } from '../../../shared/company-zone.ts';
import { showDone, showError, showRefused } from '../../../shared/show-error.ts';
import classes from '../forms.module.css';
import { type ChosenScope, ScopeFields } from '../scope-fields.tsx';
import { PeriodFields } from './period-fields.tsx';

const usuallyDays = 30;
const everything: ChosenScope = { queue: null, connection: null, attendant: null };

/** A slice of the history as a file. */
export const ExportPage = () => {
  const { t, i18n } = useTranslation();
  const [days, setDays] = useState(() => lastDays(usuallyDays, new Date(), companyZone()));
  const [scope, setScope] = useState(everything);
  const [format, setFormat] = useState<EventExportFormat>('xes');
  const [names, setNames] = useState<'yes' | 'no'>('no');
  const { isBusy, take } = useTaking();

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const wrong = wrongIn(days);
    if (wrong) {
      showRefused(
        wrong === 'reversed'
          ? t('errors.ERR_PERIOD_REVERSED')
          : t(`eventExport.${wrong}`, { count: longestPeriodDays }),
      );
      return;
    }
    const chosen = Object.entries(scope).flatMap(([name, id]) => (id ? [[name, id]] : []));
    const language = i18n.language as EventExportQuery['language'];
    take({ ...days, ...Object.fromEntries(chosen), format, names, language });
  };

  return (
    <div className={classes.two}>
      <form className={classes.card} onSubmit={submit} noValidate aria-label={t('eventExport.form')}>
        <Stack gap="md">
          <Text size="sm">{t('eventExport.intro')}</Text>
          <PeriodFields days={days} onChange={setDays} />
          <ScopeFields value={scope} onChange={changed => setScope({ ...scope, ...changed })} />
          <FormatChoice value={format} onChange={setFormat} />
          <PeopleChoice value={names} onChange={setNames} />
          <Group>
            <Button type="submit" loading={isBusy} leftSection={<IconDownload size={16} aria-hidden />}>
              {t('eventExport.download')}
            </Button>
            <Text size="sm" c="var(--text-meta)" role="status">
              {isBusy && t('eventExport.downloading')}
            </Text>
          </Group>
        </Stack>
      </form>
      <Inside />
    </div>
  );
};

const wrongIn = (days: Days): 'noPeriod' | 'tooLong' | 'reversed' | undefined => {
  if (days.from && days.to && days.from > days.to) return 'reversed';
  const count = days.from && days.to ? countOfDays(days) : 0;
  if (count < 1) return 'noPeriod';
  return count > longestPeriodDays ? 'tooLong' : undefined;
};

/** One file at a time; who leaves the page does not wait for it. */
const useTaking = () => {
  const { t } = useTranslation();
  const [isBusy, setBusy] = useState(false);
  const leaving = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => leaving.current?.abort(), []);
  const take = (asked: EventExportQuery): void => {
    const controller = new AbortController();
    const { signal } = controller;
    leaving.current = controller;
    setBusy(true);
    exportEvents(asked, signal)
      .then(() => showDone(t('eventExport.done')))
      .catch(error => signal.aborted || showError(error))
      .finally(() => setBusy(false));
  };
  return { isBusy, take };
};

type Choice<Value> = { readonly value: Value; readonly onChange: (value: Value) => void };

const FormatChoice = ({ value, onChange }: Choice<EventExportFormat>) => {
  const { t } = useTranslation();
  const choose = (chosen: string): void => {
    const found = eventExportFormats.find(each => each === chosen);
    if (found) onChange(found);
  };
  return (
    <Radio.Group label={t('eventExport.format')} value={value} onChange={choose}>
      <Stack gap="xs" mt={6}>
        {eventExportFormats.map(each => (
          <Radio
            key={each}
            value={each}
            label={t(`eventExport.formats.${each}.name`)}
            description={t(`eventExport.formats.${each}.hint`)}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
};

/** Names are for those who may, and only when they say so. */
const PeopleChoice = ({ value, onChange }: Choice<'yes' | 'no'>) => {
  const { t } = useTranslation();
  const mayName = may(useUser(), 'replay.exportNames');
  if (!mayName)
    return (
      <div>
        <Text size="sm" fw={500}>
          {t('eventExport.people')}
        </Text>
        <Text size="sm">{t('eventExport.pseudonymsHint')}</Text>
      </div>
    );
  return (
    <>
      <Radio.Group
        label={t('eventExport.people')}
        value={value}
        onChange={chosen => onChange(chosen === 'yes' ? 'yes' : 'no')}
      >
        <Stack gap="xs" mt={6}>
          <Radio
            value="no"
            label={t('eventExport.pseudonyms')}
            description={t('eventExport.pseudonymsHint')}
          />
          <Radio value="yes" label={t('eventExport.names')} />
        </Stack>
      </Radio.Group>
      {value === 'yes' && (
        <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />}>
          {t('eventExport.namesHint')}
        </Alert>
      )}
    </>
  );
};

const Inside = () => {
  const { t } = useTranslation();
  return (
    <section className={classes.card} aria-labelledby="inside-file">
      <Title order={2} fz={16} id="inside-file">
        {t('eventExport.inside')}
      </Title>
      <ul className={classes.list}>
        {(['events', 'times', 'filter', 'never', 'groups'] as const).map(each => (
          <li key={each}>{t(`eventExport.${each}`)}</li>
        ))}
      </ul>
    </section>
  );
};
