import { Indicator } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router';
import { menuGroups, type Screen } from './screens.ts';
import classes from './shell.module.css';
import { useScreens } from './use-screens.ts';

type Props = { readonly open: boolean; readonly onNavigate?: () => void };

/** The menu: the screens that the user may go to, by group. */
export const Navigation = ({ open, onNavigate }: Props) => {
  const { t } = useTranslation();
  const screens = useScreens();
  return (
    <>
      <div className={classes.brand}>
        <img src="/favicon.svg" width={32} height={32} alt="" />
        {open && t('common.product')}
      </div>
      {menuGroups.map(group => {
        const own = screens.filter(screen => screen.group === group);
        if (own.length === 0) return null;
        return (
          <div key={group}>
            <div className={classes.group} aria-hidden={!open}>
              {open && t(`navigation.${group}`)}
            </div>
            {own.map(screen => (
              <Entry key={screen.to} screen={screen} open={open} onNavigate={onNavigate} />
            ))}
          </div>
        );
      })}
    </>
  );
};

type EntryProps = {
  readonly screen: Screen;
  readonly open: boolean;
  readonly onNavigate: (() => void) | undefined;
};

const Entry = ({ screen, open, onNavigate }: EntryProps) => {
  const { t } = useTranslation();
  const { to, icon: Picture, title, useAlert = useNoAlert } = screen;
  const alert = useAlert();
  const label = alert ? `${t(title)}: ${t(alert)}` : t(title);
  return (
    <NavLink
      to={to}
      end={to === '/'}
      className={classes.link ?? ''}
      aria-label={label}
      data-hint={open && !alert ? undefined : label}
      data-hint-side="right"
      onClick={onNavigate}
    >
      <Indicator color="red" size={16} label="!" disabled={!alert} offset={2}>
        <Picture size={22} stroke={1.6} aria-hidden />
      </Indicator>
      {open && t(title)}
    </NavLink>
  );
};

const useNoAlert = (): undefined => undefined;
