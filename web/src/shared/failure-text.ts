import { useTranslation } from 'react-i18next';

/** Why WhatsApp did not do something, in words: of an error code, of its own number, or of what became of it. */
export const useFailureText = (): ((reason: string | null) => string) => {
  const { t } = useTranslation();
  return reason => {
    if (reason === null) return '';
    const [, number] = /^WhatsApp (\S+)$/.exec(reason) ?? [];
    if (number) return t('message.failure.whatsapp', { number });
    if (reason === 'no-answer') return t('message.failure.noAnswer');
    if (reason === 'not-sent') return t('message.failure.notSent');
    return t(`errors.${reason}`, '');
  };
};
