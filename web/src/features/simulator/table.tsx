import { Skeleton } from '@mantine/core';
import type { PropsWithChildren } from 'react';
import { useTranslation } from 'react-i18next';
import { useLate } from '../../shared/use-late.ts';
import type { People } from './people.ts';
import { Phone } from './phone.tsx';
import classes from './simulator.module.css';

type Props = PropsWithChildren<{
  readonly pending: boolean;
  readonly people: People;
  readonly numbers: readonly string[];
  readonly onClose: (number: string) => void;
}>;

/** The phones side by side. */
export const Table = ({ pending, people, numbers, onClose, children }: Props) => {
  const { t } = useTranslation();
  const late = useLate(pending);
  const everybody = [...people.phones, ...people.contacts];
  const shown = numbers.flatMap(number => everybody.find(each => each.number === number) ?? []);
  const isBare = !pending && shown.length === 0 && everybody.length > 0;
  return (
    <ul className={classes.table} aria-label={t('simulator.phones')}>
      {late && [1, 2, 3].map(each => <Skeleton key={each} component="li" className={classes.ghost ?? ''} />)}
      {shown.map(person => (
        <Phone key={person.number} person={person} onClose={onClose} />
      ))}
      {isBare && <li className={classes.nobody}>{t('simulator.bareTable')}</li>}
      {children}
    </ul>
  );
};
