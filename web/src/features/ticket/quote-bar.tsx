import { CloseButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useComposing } from './composing.ts';
import classes from './message-menu.module.css';
import { Quote, quotedOf } from './quote.tsx';

/** Above the input: what is being answered, or edited. */
export const QuoteBar = () => {
  const { t } = useTranslation();
  const { target, end } = useComposing();
  if (!target) return null;
  const isEdit = target.kind === 'edit';
  return (
    <div
      className={classes.bar}
      role="note"
      aria-label={isEdit ? t('message.editing') : t('message.replying')}
    >
      <div>
        {isEdit && <strong>{t('message.editing')}</strong>}
        <Quote quoted={quotedOf(target.message)} />
      </div>
      <CloseButton aria-label={t('common.cancel')} onClick={end} />
    </div>
  );
};
