import { ActionIcon, Menu } from '@mantine/core';
import { IconCheck, IconDotsVertical, IconTrash, IconUserX } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TicketView } from '#contracts/views.ts';
import type { Intent } from '#domain/ticket/lifecycle.ts';
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx';
import { contactName } from '../../shared/contact-name.ts';
import { useUser } from '../session/session-store.ts';

const EraseDialog = lazy(async () => {
  const { EraseDialog: component } = await import('../erasure/erase-dialog.tsx');
  return { default: component };
});

type Props = { readonly ticket: TicketView; readonly want: (intent: Intent) => void };

/** What is done to a ticket or its contact more rarely. */
export const HeaderMenu = ({ ticket, want }: Props) => {
  const { t } = useTranslation();
  const isAdmin = useUser().profile === 'admin';
  const [asking, setAsking] = useState<'delete' | 'erase'>();
  const name = contactName(t, ticket.contact);
  const isPending = ticket.status === 'pending';
  const close = (): void => setAsking(undefined);
  if (!isAdmin && !isPending) return null;
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('ticket.more')}>
            <IconDotsVertical size={20} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {isPending && (
            <Menu.Item leftSection={<IconCheck size={16} />} onClick={() => want('resolve')}>
              {t('ticket.action.resolve')}
            </Menu.Item>
          )}
          {isAdmin && (
            <>
              <Menu.Item
                c="var(--mantine-color-error)"
                leftSection={<IconTrash size={16} />}
                onClick={() => setAsking('delete')}
              >
                {t('ticket.delete')}
              </Menu.Item>
              <Menu.Item
                c="var(--mantine-color-error)"
                leftSection={<IconUserX size={16} />}
                onClick={() => setAsking('erase')}
              >
                {ticket.contact.erased ? t('erasure.proof') : t('erasure.open')}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {asking === 'delete' && (
        <ConfirmDialog
          title={t('ticket.deleteOf', { name })}
          text={t('ticket.confirmDelete')}
          deed={t('ticket.delete')}
          onConfirm={() => want('delete')}
          onClose={close}
        />
      )}
      {asking === 'erase' && (
        <Suspense fallback={null}>
          <EraseDialog contactId={ticket.contactId} name={name} onClose={close} />
        </Suspense>
      )}
    </>
  );
};
