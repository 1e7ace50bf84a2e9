import { ActionIcon, Menu } from '@mantine/core';
import {
  IconArrowsExchange,
  IconCalendarTime,
  IconCheck,
  IconDotsVertical,
  IconEye,
  IconTrash,
  IconUser,
  IconUserX,
} from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { TicketView } from '#contracts/views.ts';
import { may } from '#domain/access/may.ts';
import { can } from '#domain/ticket/lifecycle.ts';
import { useUser } from '../../api/session-store.ts';
import { useHistoryAction } from '../../kit/history.ts';
import { contactName } from '../../shared/contact-name.ts';
import { untilThere } from '../../shared/until-there.ts';
import type { TicketIntent } from './ticket-machine.ts';

const EraseDialog = lazy(
  untilThere(async () => {
    const { EraseDialog: component } = await import('../../kit/contact/erase-dialog.tsx');
    return { default: component };
  }),
);

const ScheduleForm = lazy(untilThere(() => import('../../kit/schedules/schedule-form.tsx')));

type Props = {
  readonly ticket: TicketView;
  readonly want: (intent: TicketIntent) => void;
  readonly isNarrow: boolean;
  readonly onDrawer: () => void;
};

/** What is done to a ticket or its contact more rarely, and what has no room on narrow screens. */
export const HeaderMenu = ({ ticket, want, isNarrow, onDrawer }: Props) => {
  const { t } = useTranslation();
  const user = useUser();
  const navigate = useNavigate();
  const historyActions = useHistoryAction();
  const mayDelete = may(user, 'ticket.delete');
  const mayErase = may(user, 'contact.erase');
  const [erasing, setErasing] = useState(false);
  const [scheduling, setScheduling] = useState(false);
  const isPending = ticket.status === 'pending';
  const maySchedule = may(user, 'schedule.create') && !ticket.isGroup && !ticket.contact.erased;
  const maySeePast = may(user, 'replay:view');
  if (!mayDelete && !mayErase && !isPending && !isNarrow && !maySchedule && !maySeePast) return null;
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('ticket.more')}>
            <IconDotsVertical size={20} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {isNarrow && (
            <Menu.Item leftSection={<IconUser size={16} />} onClick={onDrawer}>
              {t('contact.drawer')}
            </Menu.Item>
          )}
          {isNarrow && can(ticket.status, 'transfer') && (
            <Menu.Item leftSection={<IconArrowsExchange size={16} />} onClick={() => want('transfer')}>
              {t('work.transfer')}
            </Menu.Item>
          )}
          {isPending && (
            <Menu.Item leftSection={<IconCheck size={16} />} onClick={() => want('resolve')}>
              {t('ticket.action.resolve')}
            </Menu.Item>
          )}
          {maySchedule && (
            <Menu.Item leftSection={<IconCalendarTime size={16} />} onClick={() => setScheduling(true)}>
              {t('schedules.add')}
            </Menu.Item>
          )}
          {maySeePast && (
            <Menu.Item
              leftSection={<IconEye size={16} />}
              onClick={() => void navigate(`/replay/tickets/${ticket.id}?at=${new Date().toISOString()}`)}
            >
              {t('replay.see')}
            </Menu.Item>
          )}
          {historyActions('ticket', ticket.id).map(({ label, icon: Picture, run }) => (
            <Menu.Item key={label} leftSection={<Picture size={16} />} onClick={run}>
              {label}
            </Menu.Item>
          ))}
          {mayDelete && (
            <Menu.Item
              c="var(--mantine-color-error)"
              leftSection={<IconTrash size={16} />}
              onClick={() => want('delete')}
            >
              {t('ticket.delete')}
            </Menu.Item>
          )}
          {mayErase && (
            <Menu.Item
              c="var(--mantine-color-error)"
              leftSection={<IconUserX size={16} />}
              onClick={() => setErasing(true)}
            >
              {ticket.contact.erased ? t('erasure.proof') : t('erasure.open')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {scheduling && (
        <Suspense fallback={null}>
          <ScheduleForm
            contact={{ ...ticket.contact, id: ticket.contactId }}
            connectionId={ticket.whatsappId}
            onClose={() => setScheduling(false)}
          />
        </Suspense>
      )}
      {erasing && (
        <Suspense fallback={null}>
          <EraseDialog
            contactId={ticket.contactId}
            name={contactName(t, ticket.contact)}
            onClose={() => setErasing(false)}
          />
        </Suspense>
      )}
    </>
  );
};
