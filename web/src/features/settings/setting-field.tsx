import { Anchor, NumberInput, Select } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type SettingKey, settingOf, settings, settingValue } from '#domain/company/settings.ts';
import classes from './settings.module.css';
import { timeZones } from './time-zones.ts';
import { useSaveSetting } from './use-save-setting.ts';

type Props = { readonly settingKey: SettingKey; readonly value: string };

/** A setting with what it does, and its choices. What it rules may be still to come: then it says so. */
export const SettingField = ({ settingKey: key, value }: Props) => {
  const { t } = useTranslation();
  const { save, pending } = useSaveSetting(key);
  const hint = t(`settings.hints.${key}`);
  const later = settingOf(key)?.later && <span className={classes.later}>{t('settings.later')}</span>;
  const name = t(`settings.labels.${key}`);
  const field = {
    label: name,
    description: (
      <>
        {hint} {later}{' '}
        <Anchor
          component={Link}
          inherit
          underline="always"
          to={`/audit?key=${key}&action=CompanySettingChanged`}
          aria-label={t('audit.historyOf', { name })}
        >
          {t('audit.history')}
        </Anchor>
      </>
    ),
    disabled: pending !== undefined,
    classNames: {
      root: classes.option ?? '',
      label: classes.label ?? '',
      description: classes.hint ?? '',
      wrapper: classes.control ?? '',
      error: classes.error ?? '',
    },
  };
  return <Control settingKey={key} value={pending ?? value} save={save} field={field} />;
};

type ControlProps = {
  readonly settingKey: SettingKey;
  readonly value: string;
  readonly save: (value: string) => Promise<boolean>;
  readonly field: object;
};

const Control = (props: ControlProps) => {
  const { settingKey: key, value, save, field } = props;
  const { t } = useTranslation();
  const rule = settings[key];
  switch (rule.kind) {
    case 'number':
      return <NumberControl {...props} least={rule.least} most={rule.most} />;
    case 'zone':
      return (
        <Select
          {...field}
          searchable
          allowDeselect={false}
          data={timeZones(value)}
          value={value}
          nothingFoundMessage={t('settings.noZone')}
          onChange={chosen => chosen && chosen !== value && void save(chosen)}
        />
      );
    case 'id':
      return <Select {...field} disabled data={[]} placeholder={t('settings.noBoard')} value={null} />;
    case 'choice': {
      const values: readonly string[] = rule.values;
      return (
        <Select
          {...field}
          allowDeselect={false}
          data={values.map(each => ({ value: each, label: t(`settings.values.${key}.${each}`) }))}
          value={value}
          onChange={chosen => chosen && chosen !== value && void save(chosen)}
        />
      );
    }
  }
};

type NumberProps = ControlProps & { readonly least: number; readonly most: number };

/** Saved when it is left, or by Enter. */
const NumberControl = ({ settingKey: key, value, save, field, least, most }: NumberProps) => {
  const { t } = useTranslation();
  const [typed, setTyped] = useState<string>();
  const shown = typed ?? value;
  const isValue = settingValue(settings[key], shown) !== undefined;
  const leave = async (): Promise<void> => {
    if (typed === undefined || !isValue) return;
    if (typed !== value) await save(typed);
    setTyped(undefined);
  };
  return (
    <NumberInput
      {...field}
      min={least}
      max={most}
      allowDecimal={false}
      allowNegative={false}
      clampBehavior="none"
      suffix={` ${t(`settings.units.${key}`)}`}
      value={shown}
      error={isValue ? undefined : t('settings.between', { least, most })}
      onChange={next => setTyped(String(next))}
      onBlur={() => void leave()}
      onKeyDown={event => event.key === 'Enter' && void leave()}
    />
  );
};
