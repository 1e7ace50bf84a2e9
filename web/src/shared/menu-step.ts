import type { TFunction } from 'i18next';
import type { TicketView } from '#contracts/views.ts';
import { listTime } from './formats.ts';

type Menu = NonNullable<TicketView['menu']>;

/** Where the contact of a ticket stands in the menu, as people say it: "menu: Vendas › 2ª via". */
export const menuStep = (t: TFunction, { queue, option }: Menu): string => {
  if (queue === null) return t('tickets.menu.choosing');
  return t('tickets.menu.at', { place: option === null ? queue : `${queue} › ${option}` });
};

/** Since when. */
export const menuSince = (t: TFunction, { since }: Menu, today: Date, language: string): string =>
  t('tickets.menu.since', { time: listTime(since, today, language) });
