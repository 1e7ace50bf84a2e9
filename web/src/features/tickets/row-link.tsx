import { useQueryClient } from '@tanstack/react-query';
import type { MouseEvent } from 'react';
import { beginAt } from '../../live/begin-conversation.ts';
import classes from './rows.module.css';

type Props = { readonly to: string; readonly label: string; readonly onOpen: (to: string) => void };

/** All of a row as a link, which opens in another tab where that is asked for. */
export const RowLink = ({ to, label, onOpen }: Props) => {
  const client = useQueryClient();
  const open = (event: MouseEvent): void => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onOpen(to);
  };
  return (
    // biome-ignore lint/a11y/useAnchorContent: it lies over the row, whose texts are its content
    <a
      className={classes.link}
      href={to}
      aria-label={label}
      // What is pressed will most likely be opened.
      onMouseDown={({ button }) => button === 0 && beginAt(client, to)}
      onClick={open}
    />
  );
};
