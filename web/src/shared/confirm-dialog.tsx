import { Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Dialog } from './dialog.tsx';

type Props = {
  readonly title: string;
  readonly text: string;
  /** What the button of the action says. */
  readonly action: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
};

/** Asks before something that cannot be taken back. */
export const ConfirmDialog = ({ title, text, action, onConfirm, onClose }: Props) => {
  const { t } = useTranslation();
  return (
    <Dialog onClose={onClose} title={title}>
      <Text size="sm">{text}</Text>
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('common.cancel')}
        </Button>
        <Button
          color="red"
          onClick={() => {
            onClose();
            onConfirm();
          }}
        >
          {action}
        </Button>
      </Group>
    </Dialog>
  );
};
