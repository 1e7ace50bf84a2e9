import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { changeLanguage, languages } from '../i18n/i18n.ts';

const names = { 'pt-BR': 'Português', en: 'English', es: 'Español' } as const;

export const LanguagePicker = () => {
  const { t, i18n } = useTranslation();
  return (
    <NativeSelect
      aria-label={t('shell.language')}
      size="xs"
      variant="unstyled"
      value={i18n.language}
      data={languages.map(language => ({ value: language, label: names[language] }))}
      onChange={event => {
        const chosen = languages.find(language => language === event.currentTarget.value);
        if (chosen) void changeLanguage(chosen);
      }}
    />
  );
};
