import { Button, type ButtonProps } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { ComponentPropsWithRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Filters } from './use-filters.ts';

type Props = ButtonProps & ComponentPropsWithRef<'button'> & { filters: Filters };

export const QueueButton = ({ filters, ...props }: Props) => {
  const { t } = useTranslation();
  const { queues, queueIds } = filters;
  return (
    <Button
      aria-haspopup="dialog"
      {...props}
      variant="default"
      size="xs"
      rightSection={<IconChevronDown size={14} />}
      disabled={queues.length === 0}
    >
      {queueIds === null ? t('tickets.queues') : t('tickets.queuesChosen', { count: queueIds.length })}
    </Button>
  );
};
