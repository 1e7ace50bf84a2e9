import { Skeleton, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type SettingKey, secretSettings } from '#domain/company/settings.ts';
import { settingsQuery } from '../../api/settings.ts';
import { Trouble } from '../../shared/trouble.tsx';
import { useLate } from '../../shared/use-late.ts';
import { CompanyTexts } from './company-texts.tsx';
import { SecretField } from './secret-field.tsx';
import { SettingField } from './setting-field.tsx';
import classes from './settings.module.css';

const groups: readonly { readonly id: string; readonly keys: readonly SettingKey[] }[] = [
  {
    id: 'attendance',
    keys: [
      ...(['userRating', 'ratingIntervalHours', 'scheduleType', 'CheckMsgIsGroup', 'call'] as const),
      ...(['connectionType', 'chatBotType'] as const),
    ],
  },
  {
    id: 'times',
    keys: [
      'menuMinutes',
      'thanksMinutes',
      'autoCloseHours',
      'autoCloseWarningMinutes',
      'autoCloseNotice',
      'waitingTarget',
      'waitingLimit',
    ],
  },
  { id: 'kanban', keys: ['useKanban', 'kanbanDefault'] },
  { id: 'company', keys: ['timeZone', 'language', 'useContactWallet', 'userCreation', 'conversationViews'] },
];

/** Every setting; each is saved as it is chosen. Specification, secondary, section 2. */
const OptionsPanel = () => {
  const { t } = useTranslation();
  const { data: values, error, isPending, refetch } = useQuery(settingsQuery);
  const late = useLate(isPending);
  if (error && !values) return <Trouble error={error} onRetry={() => void refetch()} />;
  if (!values) return late ? <Skeleton height={480} /> : null;
  return (
    <Stack gap="xl" maw={820}>
      {groups.map(({ id, keys }) => (
        <section key={id} aria-labelledby={`settings-${id}`}>
          <Title order={2} fz={15} mb="xs" id={`settings-${id}`}>
            {t(`settings.groups.${id}`)}
          </Title>
          <div className={classes.options}>
            {keys.map(key => (
              <SettingField key={key} settingKey={key} value={values.get(key) ?? ''} />
            ))}
          </div>
        </section>
      ))}
      <CompanyTexts language={values.get('language') ?? ''} />
      <section aria-labelledby="settings-integrations">
        <Title order={2} fz={15} mb="xs" id="settings-integrations">
          {t('settings.groups.integrations')}
        </Title>
        <div className={classes.options}>
          {secretSettings.map(key => (
            <SecretField key={key} secretKey={key} isSet={(values.get(key) ?? '') !== ''} />
          ))}
        </div>
      </section>
    </Stack>
  );
};
export default OptionsPanel;
