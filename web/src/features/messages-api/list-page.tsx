import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './list-page.module.css';

type Props = { readonly head: ReactNode; readonly filter?: ReactNode; readonly children: ReactNode };

/** A list that takes the height there is, below what it is a list of. */
export const ListPage = ({ head, filter, children }: Props) => (
  <div className={classes.page}>
    <div className={classes.head}>{head}</div>
    {filter}
    <div className={classes.content}>{children}</div>
  </div>
);

type IntroProps = { readonly text: string; readonly action: string; readonly onAdd: () => void };

/** What a list is for, and the button that adds to it. */
export const ListIntro = ({ text, action, onAdd }: IntroProps) => (
  <>
    <p className={classes.intro}>{text}</p>
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={onAdd}>
      {action}
    </Button>
  </>
);
