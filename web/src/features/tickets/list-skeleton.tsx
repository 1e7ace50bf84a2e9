import { Skeleton } from '@mantine/core';
import classes from './rows.module.css';

/** Rows as they will look, while they are being loaded. */
export const ListSkeleton = ({ rows = 8 }: { rows?: number }) => (
  <div className={classes.list} aria-hidden>
    {Array.from({ length: rows }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
      <div key={index} className={classes.row}>
        <Skeleton circle height={40} />
        <div>
          <Skeleton height={12} width="55%" mb={10} />
          <Skeleton height={10} width="85%" />
        </div>
      </div>
    ))}
  </div>
);
