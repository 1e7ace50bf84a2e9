import { Button } from '@mantine/core';
import { IconMessagePlus } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { untilThere } from '../../../shared/until-there.ts';
import classes from './media.module.css';

const NewTicketDialog = lazy(untilThere(() => import('../../../kit/new-ticket/new-ticket-dialog.tsx')));

type Person = { readonly name: string; readonly number: string };

/** Leads from somebody who was introduced to a conversation with them: they become a contact where they are none. */
export const StartConversation = ({ person }: { readonly person: Person }) => {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        className={classes.start ?? ''}
        size="compact-sm"
        variant="light"
        leftSection={<IconMessagePlus size={16} aria-hidden />}
        aria-label={t('conversation.startConversationWith', { name: person.name })}
        onClick={() => setOpen(true)}
      >
        {t('conversation.startConversation')}
      </Button>
      {isOpen && (
        <Suspense>
          <NewTicketDialog person={person} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
};
