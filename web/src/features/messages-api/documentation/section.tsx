import { type PropsWithChildren, useId } from 'react';
import classes from './documentation.module.css';

/** A part of the documentation, with its heading. */
export const Section = ({ title, children }: PropsWithChildren<{ readonly title: string }>) => {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <h2 id={id} className={classes.heading}>
        {title}
      </h2>
      {children}
    </section>
  );
};
