import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormattedText } from '../../shared/formatted-text.tsx';
import { shortened } from './shortened.ts';
import classes from './ticket.module.css';

/** Words of a message as WhatsApp draws them. Very long ones are shown on demand. */
export const MessageText = ({ text }: { readonly text: string }) => {
  const { t } = useTranslation();
  const [whole, setWhole] = useState(false);
  const beginning = useMemo(() => (whole ? undefined : shortened(text)), [whole, text]);
  return (
    <FormattedText text={beginning ?? text}>
      {beginning !== undefined && (
        <>
          …{' '}
          <button type="button" className={classes.readMore} onClick={() => setWhole(true)}>
            {t('conversation.readMore')}
          </button>
        </>
      )}
    </FormattedText>
  );
};
