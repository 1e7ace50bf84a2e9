import { IconRobot } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { TicketView } from '#contracts/views.ts';
import { menuSince, menuStep } from '../../shared/menu-step.ts';
import classes from './conversation-header.module.css';

/** Where the contact stands in the menu and since when, or that machines have said enough to them. */
export const HeaderMenuStep = ({ ticket: { menu, limited } }: { readonly ticket: TicketView }) => {
  const { t, i18n } = useTranslation();
  if (!menu && !limited) return null;
  const text = menu
    ? `${menuStep(t, menu)} · ${menuSince(t, menu, new Date(), i18n.language)}`
    : t('tickets.menu.limited');
  return (
    <span className={classes.menuStep} title={menu ? text : t('tickets.menu.limitedHint')}>
      <IconRobot size={14} aria-hidden />
      <span className={classes.menuWords}>{text}</span>
    </span>
  );
};
