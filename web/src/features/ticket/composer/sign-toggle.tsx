import { ActionIcon } from '@mantine/core';
import { IconSignature, IconSignatureOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useSignature } from './use-signature.ts';

/** Whether messages go out with their writer's name; for admins to choose. */
export const SignToggle = () => {
  const { t } = useTranslation();
  const { on, mayChoose, choose } = useSignature();
  if (!mayChoose) return null;
  const Icon = on ? IconSignature : IconSignatureOff;
  return (
    <ActionIcon
      size={28}
      variant="subtle"
      color={on ? 'green' : 'gray'}
      role="switch"
      aria-checked={on}
      aria-label={t('composer.sign')}
      data-hint={on ? t('composer.signed') : t('composer.unsigned')}
      onClick={() => choose(!on)}
    >
      <Icon size={18} aria-hidden />
    </ActionIcon>
  );
};
