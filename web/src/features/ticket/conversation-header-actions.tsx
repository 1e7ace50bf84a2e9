import { ActionIcon, Button } from '@mantine/core';
import { type Icon, IconArrowBackUp, IconArrowsExchange, IconCheck, IconRefresh } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { TicketView } from '#contracts/views.ts';
import { can } from '#domain/ticket/lifecycle.ts';
import { headerKeys } from './use-header-keys.ts';
import type { TicketActor } from './use-ticket-actor.ts';

type Shown = 'accept' | 'return' | 'resolve' | 'reopen' | 'transfer';
type Props = {
  readonly ticket: TicketView;
  readonly actor: TicketActor;
  readonly isNarrow: boolean;
  /** Pictures do, without words. */
  readonly isTight: boolean;
};

const icons: Readonly<Record<Shown, Icon | null>> = {
  accept: null,
  transfer: IconArrowsExchange,
  return: IconArrowBackUp,
  resolve: IconCheck,
  reopen: IconRefresh,
};
const primary: readonly Shown[] = ['accept', 'resolve', 'reopen'];

/** What is done to a ticket most often, as its state allows. */
export const HeaderActions = (props: Props) => {
  const { isNarrow } = props;
  const { status, contact } = props.ticket;
  const isPending = status === 'pending';
  return (
    <>
      {!isNarrow && <Action intent="transfer" {...props} />}
      <Action intent="accept" {...props} />
      {!isPending && <Action intent="return" {...props} />}
      {!isPending && <Action intent="resolve" {...props} />}
      {!contact.erased && <Action intent="reopen" {...props} />}
    </>
  );
};

const wordsOf = (
  t: TFunction,
  { chatbot }: TicketView,
  { intent, isShort }: { readonly intent: Shown; readonly isShort: boolean },
): string => {
  if (intent === 'transfer') return t('work.transfer');
  if (intent !== 'accept' || !chatbot) return t(`ticket.action.${intent}`);
  return t(isShort ? 'tickets.takeFromBotShort' : 'tickets.takeFromBot');
};

const Action = ({ intent, ticket, actor, isNarrow, isTight }: Props & { readonly intent: Shown }) => {
  const { t } = useTranslation();
  if (!can(ticket.status, intent)) return null;
  const { state, send } = actor;
  const busy = state.hasTag('busy');
  const isConfirming = busy && state.context.intent === intent;
  const words = wordsOf(t, ticket, { intent, isShort: isNarrow || isTight });
  const text = isConfirming ? t('tickets.confirming') : words;
  const Picture = icons[intent];
  const shared = {
    variant: primary.includes(intent) ? 'filled' : 'default',
    disabled: busy,
    'aria-keyshortcuts': intent === 'accept' || intent === 'resolve' ? headerKeys[intent] : undefined,
    onClick: () => send({ type: 'ticket.wanted', intent }),
  } as const;
  if (Picture && (isNarrow || isTight || intent === 'transfer')) {
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
