import { ActionIcon, Button } from '@mantine/core';
import { type Icon, IconArrowBackUp, IconArrowsExchange, IconCheck, IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { TicketView } from '#contracts/views.ts';
import { can } from '#domain/ticket/lifecycle.ts';
import type { TicketActor } from './use-ticket-actor.ts';

type Shown = 'accept' | 'return' | 'resolve' | 'reopen' | 'transfer';
type Props = { readonly ticket: TicketView; readonly actor: TicketActor; readonly isNarrow: boolean };

const icons: Readonly<Record<Shown, Icon | null>> = {
  accept: null,
  transfer: IconArrowsExchange,
  return: IconArrowBackUp,
  resolve: IconCheck,
  reopen: IconRefresh,
};
const primary: readonly Shown[] = ['accept', 'resolve', 'reopen'];

/** What is done to a ticket most often, as its state allows. */
export const HeaderActions = ({ ticket, actor, isNarrow }: Props) => {
  const { status, contact } = ticket;
  const isPending = status === 'pending';
  return (
    <>
      {!isNarrow && <Action intent="transfer" {...{ ticket, actor, isNarrow }} />}
      <Action intent="accept" {...{ ticket, actor, isNarrow }} />
      {!isPending && <Action intent="return" {...{ ticket, actor, isNarrow }} />}
      {!isPending && <Action intent="resolve" {...{ ticket, actor, isNarrow }} />}
      {!contact.erased && <Action intent="reopen" {...{ ticket, actor, isNarrow }} />}
    </>
  );
};

const Action = ({ intent, ticket, actor, isNarrow }: Props & { readonly intent: Shown }) => {
  const { t } = useTranslation();
  if (!can(ticket.status, intent)) return null;
  const { state, send } = actor;
  const busy = state.matches('idle') ? null : state.context.intent;
  const isConfirming = busy === intent && state.hasTag('busy');
  const words = intent === 'transfer' ? t('work.transfer') : t(`ticket.action.${intent}`);
  const text = isConfirming ? t('tickets.confirming') : words;
  const Picture = icons[intent];
  const shared = {
    variant: primary.includes(intent) ? 'filled' : 'default',
    disabled: busy !== null,
    onClick: () => send({ type: 'ticket.wanted', intent }),
  } as const;
  if (Picture && (isNarrow || intent === 'transfer')) {
    return (
      <ActionIcon {...shared} size={isNarrow ? 'lg' : 30} aria-label={text} data-hint={text}>
        <Picture size={18} aria-hidden />
      </ActionIcon>
    );
  }
  return (
    <Button {...shared} size="xs" leftSection={Picture && <Picture size={16} aria-hidden />}>
      {text}
    </Button>
  );
};
