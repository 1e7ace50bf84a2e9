import { IconRobot } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import type { TagRef } from '#contracts/tags.ts';
import type { TicketView } from '#contracts/views.ts';
import { listTime } from '../../shared/formats.ts';
import { menuSince, menuStep } from '../../shared/menu-step.ts';
import { listLabel } from './list-label.ts';
import classes from './rows.module.css';
import type { Reading } from './use-reading.ts';

/** Beside the button of a waiting ticket there is room for one; elsewhere for two, when both are short. */
const mostTags = { pending: 1, open: 2, groups: 2, closed: 2 } as const;
const mostLetters = 14;

/** Queue, attendant and connection of a ticket, its tags, and that it is closed. */
export const RowMeta = ({ ticket, reading }: { ticket: TicketView; reading: Reading }) => {
  const { t } = reading;
  const { queue, user, whatsapp, tags, status, menu, limited } = ticket;
  if (menu) return <MenuStep menu={menu} reading={reading} />;
  const names = [queue?.name ?? t('tickets.noQueue'), user?.name, whatsapp?.name].filter(
    name => name !== undefined,
  );
  return (
    <>
      {queue && <span className={classes.dot} aria-hidden />}
      <span className={`${classes.ellipsis} ${classes.names}`} title={names.join(' · ')}>
        {names.map(listLabel).join(' · ')}
      </span>
      {limited && (
        <span className={classes.limited} title={t('tickets.menu.limitedHint')}>
          {t('tickets.menu.limited')}
        </span>
      )}
      {tags.length > 0 && <Chips tags={tags} most={mostTags[status]} t={t} />}
      {status === 'closed' && <span className={classes.closed}>{t('tickets.closedBadge')}</span>}
    </>
  );
};

type Menu = NonNullable<TicketView['menu']>;

/** In place of the names: whoever waits in the menu has nobody yet. */
const MenuStep = ({ menu, reading }: { readonly menu: Menu; readonly reading: Reading }) => {
  const { t, today, language } = reading;
  const step = menuStep(t, menu);
  return (
    <>
      <IconRobot className={classes.icon} size={14} aria-hidden />
      <span
        className={`${classes.ellipsis} ${classes.names}`}
        title={`${step} · ${menuSince(t, menu, today, language)}`}
      >
        {step}
      </span>
      <time className={classes.since} dateTime={menu.since}>
        {listTime(menu.since, today, language)}
      </time>
    </>
  );
};

type ChipsProps = { readonly tags: readonly TagRef[]; readonly most: number; readonly t: TFunction };

const Chips = ({ tags, most, t }: ChipsProps) => {
  const letters = tags.slice(0, most).reduce((sum, { name }) => sum + name.length, 0);
  const shown = letters > mostLetters ? 1 : most;
  const others = tags.slice(shown);
  return (
    <span className={classes.chips}>
      {tags.slice(0, shown).map(tag => (
        <span key={tag.id} className={classes.chip} title={tag.name}>
          <span className={classes.tagDot} style={{ background: tag.color }} aria-hidden />
          <span className={classes.ellipsis}>{listLabel(tag.name)}</span>
        </span>
      ))}
      {others.length > 0 && (
        <span
          className={`${classes.chip} ${classes.rest}`}
          role="img"
          title={others.map(tag => tag.name).join(', ')}
          aria-label={t('tickets.more', { count: others.length })}
        >
          +{others.length}
        </span>
      )}
    </span>
  );
};
