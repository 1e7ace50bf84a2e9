import { Alert } from '@mantine/core';
import { IconUserCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

/** Why something was refused, at the place where it was wanted. Stays until it is closed. */
export const RefusalNotice = ({ text, onClose }: { text: string; onClose: () => void }) => {
  const { t } = useTranslation();
  return (
    <Alert
      role="alert"
      color="yellow"
      radius={0}
      py={6}
      px="sm"
      icon={<IconUserCheck size={18} />}
      withCloseButton
      closeButtonLabel={t('common.close')}
      onClose={onClose}
      data-testid="refusal"
    >
      {text}
    </Alert>
  );
};
