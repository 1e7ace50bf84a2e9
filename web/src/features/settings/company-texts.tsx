import { Skeleton, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { companyTextKeys } from '#domain/company/texts.ts';
import { companyTextsQuery } from '../../api/settings.ts';
import { Trouble } from '../../shared/trouble.tsx';
import { useLate } from '../../shared/use-late.ts';
import { CompanyTextField } from './company-text-field.tsx';
import classes from './settings.module.css';

/** What contacts are told by itself, in the company's own words or in ours. */
export const CompanyTexts = ({ language }: { readonly language: string }) => {
  const { t } = useTranslation();
  const { data: texts, error, isPending, refetch } = useQuery(companyTextsQuery);
  const late = useLate(isPending);
  return (
    <section aria-labelledby="settings-texts">
      <Title order={2} fz={15} mb={4} id="settings-texts">
        {t('settings.groups.texts')}
      </Title>
      <Text className={classes.hint ?? ''}>{t('settings.texts.hint')}</Text>
      {error && !texts && <Trouble error={error} onRetry={() => void refetch()} />}
      {!texts && late && <Skeleton height={240} />}
      {texts && (
        <div className={classes.options}>
          {companyTextKeys.map(key => (
            <CompanyTextField key={key} textKey={key} language={language} value={texts.get(key) ?? ''} />
          ))}
        </div>
      )}
    </section>
  );
};
