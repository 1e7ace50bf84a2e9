import { Skeleton, Tabs, Title } from '@mantine/core';
import { type ComponentType, lazy, Suspense, useEffect, useRef } from 'react';
import { untilThere } from '../../shared/until-there.ts';
import { useLate } from '../../shared/use-late.ts';
import classes from './tabbed-page.module.css';

/** One part of a screen, loaded when it is opened. */
export type PageTab = {
  readonly id: string;
  readonly load: () => Promise<{ readonly default: ComponentType }>;
};

/** Tabs that can be shown: made once, outside of components. */
export const lazyTabs = <Tab extends PageTab>(tabs: readonly Tab[]) =>
  tabs.map(tab => ({ ...tab, Panel: lazy(untilThere(tab.load)) }));

type Props = {
  readonly title: string;
  /** What the tabs are, for who does not see them. */
  readonly label?: string;
  readonly tabs: readonly { readonly id: string; readonly Panel: ComponentType }[];
  readonly shown: string | undefined;
  readonly onChoose: (id: string) => void;
  readonly nameOf: (id: string) => string;
};

/** A screen in several parts: its title, its tabs, and the chosen one's panel. */
export const TabbedPage = ({ title, label, tabs, shown, onChoose, nameOf }: Props) => {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const chosen = list.current?.querySelector(`[data-tab="${shown}"]`);
    chosen?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [shown]);
  return (
    <div className={classes.page}>
      <Title order={1} fz={18} className={classes.title ?? ''}>
        {title}
      </Title>
      <Tabs
        value={shown ?? null}
        onChange={id => id && onChoose(id)}
        keepMounted={false}
        className={classes.tabs ?? ''}
      >
        <Tabs.List ref={list} {...(label ? { 'aria-label': label } : {})} className={classes.list ?? ''}>
          {tabs.map(({ id }) => (
            <Tabs.Tab key={id} value={id} data-tab={id}>
              {nameOf(id)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map(({ id, Panel }) => (
          // Tab comes to a panel that has nothing but text, too: its keys scroll it.
          <Tabs.Panel key={id} value={id} tabIndex={0} className={classes.panel ?? ''}>
            <Suspense fallback={<Waiting />}>
              <Panel />
            </Suspense>
          </Tabs.Panel>
        ))}
      </Tabs>
    </div>
  );
};

const Waiting = () => useLate(true) && <Skeleton h={320} />;
