import { UnstyledButton } from '@mantine/core';
import { createContext, type ReactNode, useContext } from 'react';
import { useTranslation } from 'react-i18next';
import type { DashboardFilter, FigurePart } from '../../api/dashboard.ts';
import classes from './dashboard.module.css';
import type { FigureName } from './metric-name.ts';

/** A figure on the page, whose rows can be listed. */
export type ShownFigure = {
  readonly title: string;
  readonly figure: FigureName;
  readonly part?: FigurePart;
  /** A day of its own, instead of the page's. */
  readonly days?: Pick<DashboardFilter, 'date_from' | 'date_to'> | undefined;
};

/** Opens the list of a figure; the page provides it. */
export const OpenFigure = createContext<(figure: ShownFigure) => void>(() => undefined);

type Props = { readonly figure: ShownFigure; readonly count: number; readonly children: ReactNode };

/** A figure that opens what it is made of; one that is made of nothing is plain text. */
export const Openable = ({ figure, count, children }: Props) => {
  const { t } = useTranslation();
  const open = useContext(OpenFigure);
  if (count === 0) return <>{children}</>;
  return (
    <UnstyledButton
      className={classes.openable ?? ''}
      title={t('dashboard.list.open', { name: figure.title })}
      onClick={() => open(figure)}
    >
      {children}
    </UnstyledButton>
  );
};
