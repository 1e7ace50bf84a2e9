import { Indicator } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router';
import { may } from '#domain/access/may.ts';
import { useConnectionTrouble } from '../features/connections/use-connection-trouble.ts';
import { useUser } from '../features/session/session-store.ts';
import classes from './shell.module.css';
import { type Screen, useScreens } from './use-screens.ts';

type Entry = Screen & { readonly alert?: string | undefined };

export const Navigation = ({ open, onNavigate }: { open: boolean; onNavigate?: () => void }) => {
  const { t } = useTranslation();
  const hasTrouble = useConnectionTrouble(may(useUser(), 'connection.change'));
  const screens = useScreens();
  const trouble = hasTrouble ? t('navigation.connectionTrouble') : undefined;
  const attendance = screens.filter(({ group }) => group === 'attendance');
  const administration = screens
    .filter(({ group }) => group === 'administration')
    .map(screen => (screen.to === '/connections' ? { ...screen, alert: trouble } : screen));

  return (
    <>
      <div className={classes.brand}>
        <img src="/favicon.svg" width={32} height={32} alt="" />
        {open && t('common.product')}
      </div>
      <Group title={t('navigation.attendance')} open={open} entries={attendance} onNavigate={onNavigate} />
      <Group
        title={t('navigation.administration')}
        open={open}
        entries={administration}
        onNavigate={onNavigate}
      />
    </>
  );
};

type GroupProps = {
  readonly title: string;
  readonly open: boolean;
  readonly entries: readonly Entry[];
  readonly onNavigate: (() => void) | undefined;
};

const Group = ({ title, open, entries, onNavigate }: GroupProps) => {
  if (entries.length === 0) return null;
  return (
    <div>
      <div className={classes.group} aria-hidden={!open}>
        {open && title}
      </div>
      {entries.map(({ to, label, icon: Picture, alert }) => (
        <NavLink
          key={to}
          to={to}
          className={classes.link ?? ''}
          aria-label={alert ? `${label}: ${alert}` : label}
          data-hint={open && !alert ? undefined : alert ? `${label}: ${alert}` : label}
          data-hint-side="right"
          onClick={onNavigate}
        >
          <Indicator color="red" size={16} label="!" disabled={!alert} offset={2}>
            <Picture size={22} stroke={1.6} aria-hidden />
          </Indicator>
          {open && label}
        </NavLink>
      ))}
    </div>
  );
};
