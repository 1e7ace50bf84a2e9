import { ActionIcon, Drawer, FocusTrap } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TicketView } from '#contracts/views.ts';
import { focusAgain, focusedNow } from '../../../shared/focus-again.ts';
import { narrowScreen } from '../../../shared/narrow-screen.ts';
import { useEsc } from '../../../shared/use-esc.ts';
import { useFocusBack } from '../../../shared/use-focus-back.ts';
import classes from './contact.module.css';
import { ContactPanel } from './contact-panel.tsx';

type Props = { readonly ticket: TicketView; readonly isBeside: boolean; readonly onClose: () => void };

/** All of a contact beside the conversation; over it where there is no room, and in its place on narrow screens. */
const ContactDrawer = ({ ticket, isBeside, onClose }: Props) => {
  const Place = isBeside ? Beside : Over;
  return <Place ticket={ticket} onClose={onClose} />;
};
export default ContactDrawer;

type PlaceProps = Omit<Props, 'isBeside'>;

const Over = ({ ticket, onClose }: PlaceProps) => {
  const { t } = useTranslation();
  const isNarrow = useMediaQuery(narrowScreen, undefined, { getInitialValueInEffect: false });
  useFocusBack();
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={isNarrow ? '100%' : 360}
      title={t('contact.drawer')}
      closeButtonProps={{ 'aria-label': t('contact.closeDrawer') }}
      transitionProps={{ duration: 120 }}
      padding={0}
      classNames={{ header: classes.sheetHeader ?? '', body: classes.sheetBody ?? '' }}
    >
      {/* Who opens it wants to read it: the way out of it is not what the keyboard begins with. */}
      <FocusTrap.InitialFocus />
      <ContactPanel key={ticket.contactId} ticket={ticket} onLeave={onClose} />
    </Drawer>
  );
};

const Beside = ({ ticket, onClose }: PlaceProps) => {
  const { t } = useTranslation();
  useFocusToHeader();
  useEsc('beside', onClose);
  return (
    <aside className={classes.aside} aria-label={t('contact.drawer')}>
      <div className={classes.head}>
        <h2 className={classes.headTitle}>{t('contact.drawer')}</h2>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('contact.closeDrawer')}
          data-hint={t('contact.closeDrawer')}
          onClick={onClose}
        >
          <IconX size={18} />
        </ActionIcon>
      </div>
      <div className={classes.scroll}>
        <ContactPanel key={ticket.contactId} ticket={ticket} />
      </div>
    </aside>
  );
};

/** It may have been open for many tickets: where what opened it has gone, the header's button stands for it. */
const useFocusToHeader = (): void => {
  const [before] = useState(focusedNow);
  useEffect(
    () => () => {
      const opener = before?.isConnected && before.closest('header') ? before : null;
      focusAgain(opener ?? document.querySelector('header [aria-pressed]'));
    },
    [before],
  );
};
