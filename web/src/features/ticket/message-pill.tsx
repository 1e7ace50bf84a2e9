import { ActionIcon, Button } from '@mantine/core';
import { IconArrowDown } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './ticket.module.css';

type Props = { readonly news: number; readonly onClick: () => void };

/** The way back to the end, with how much has come there meanwhile. */
export const MessagePill = ({ news, onClick }: Props) => {
  const { t } = useTranslation();
  if (news === 0) {
    return (
      <ActionIcon
        className={classes.toEnd ?? ''}
        size={36}
        radius="xl"
        variant="default"
        aria-label={t('conversation.toEnd')}
        onClick={onClick}
      >
        <IconArrowDown size={18} aria-hidden />
      </ActionIcon>
    );
  }
  return (
    <Button
      className={classes.pill ?? ''}
      size="compact-sm"
      radius="xl"
      leftSection={<IconArrowDown size={14} aria-hidden />}
      onClick={onClick}
    >
      {t('conversation.news', { count: news })}
    </Button>
  );
};
