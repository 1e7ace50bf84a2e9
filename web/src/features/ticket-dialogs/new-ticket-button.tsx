import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';

const NewTicketDialog = lazy(() => import('./new-ticket-dialog.tsx'));

/** Starts a conversation from the list. */
export const NewTicketButton = () => {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        size="xs"
        px={10}
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('work.newTicket')}
      </Button>
      {isOpen && (
        <Suspense>
          <NewTicketDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
};
