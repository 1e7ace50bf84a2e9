import { ActionIcon, TextInput } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './documentation.module.css';

type Props = {
  readonly token: string;
  readonly error: string | undefined;
  readonly onChange: (token: string) => void;
  readonly id: string;
};

/** Where a token is pasted. No field for passwords: browsers offer to keep what is typed there. */
export const TokenField = ({ token, error, onChange, id }: Props) => {
  const { t } = useTranslation();
  const [isShown, setShown] = useState(false);
  const Picture = isShown ? IconEyeOff : IconEye;
  return (
    <TextInput
      id={id}
      label={t('messagesApi.token.field')}
      description={t('messagesApi.token.hint')}
      placeholder="blc_…"
      value={token}
      error={error}
      onChange={event => onChange(event.currentTarget.value.trim())}
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      data-1p-ignore
      data-lpignore="true"
      classNames={{ input: `${classes.token} ${isShown ? '' : classes.masked}` }}
      rightSection={
        token && (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={isShown ? t('messagesApi.token.hide') : t('messagesApi.token.show')}
            onClick={() => setShown(shown => !shown)}
          >
            <Picture size={16} stroke={1.6} aria-hidden />
          </ActionIcon>
        )
      }
    />
  );
};
