import type { MouseEvent } from 'react';
import classes from './rows.module.css';

type Props = { readonly to: string; readonly label: string; readonly onOpen: (to: string) => void };

/** All of a row as a link, which opens in another tab where that is asked for. */
export const RowLink = ({ to, label, onOpen }: Props) => {
  const open = (event: MouseEvent): void => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onOpen(to);
  };
  // biome-ignore lint/a11y/useAnchorContent: it lies over the row, whose texts are its content
  return <a className={classes.link} href={to} aria-label={label} onClick={open} />;
};
