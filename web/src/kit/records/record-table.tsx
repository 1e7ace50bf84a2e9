import { createColumnHelper, tableFeatures, useTable } from '@tanstack/react-table';
import { type Range, useVirtualizer } from '@tanstack/react-virtual';
import {
  type CSSProperties,
  type PropsWithChildren,
  type ReactNode,
  useEffect,
  useMemo,
  useRef,
} from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordRow } from '../../api/record-rows.ts';
import classes from './record-page.module.css';
import { type RecordAction, RowActions } from './row-actions.tsx';
import { useRowFocus } from './use-row-focus.ts';

export type RecordColumn<Row> = {
  readonly id: string;
  readonly header: string;
  /** Of the grid, `minmax(0, 1fr)` otherwise. */
  readonly width?: string;
  readonly isNumber?: boolean;
  readonly cell: (row: Row) => ReactNode;
};

type Props<Row> = PropsWithChildren<{
  readonly rows: readonly Row[];
  readonly count: number;
  readonly columns: readonly RecordColumn<Row>[];
  /** The first is what Enter does. */
  readonly actions: (row: Row) => readonly RecordAction[];
  readonly nameOf: (row: Row) => string;
  readonly label: string;
  /** How many buttons a row has. */
  readonly buttons?: number | undefined;
  readonly isBusy: boolean;
  readonly loadOn: () => void;
}>;

const features = tableFeatures({});
/** Specification, core, section 9. */
const loadOnBelow = 100;
const rowHeight = 52;

/**
 * The rows in sight. One table for all widths: where it is narrow the cells of a row stand below each other. The
 * focus is at one row: arrows, Home and End move it, Enter is the first action, Tab goes to the row's buttons.
 */
export const RecordTable = <Row extends RecordRow>(props: Props<Row>) => {
  const { rows, count, columns, actions, nameOf, label, buttons = 2, isBusy, loadOn, children } = props;
  const { t } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  const table = useTable({
    features,
    columns: useColumns(columns),
    data: rows,
    getRowId: row => row.id,
  });
  const shown = table.getRowModel().rows;
  const focus = useRowFocus(rows, {
    scroller,
    show: index => virtualizer.scrollToIndex(index),
    open: row => actions(row)[0]?.run(),
  });
  const virtualizer = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: index => shown[index]?.id ?? index,
    overscan: 8,
    rangeExtractor: range => withRow(range, focus.at),
  });
  const look = (): void => {
    const { current: box } = scroller;
    if (box && box.scrollHeight - box.scrollTop - box.clientHeight <= loadOnBelow) loadOn();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows that came may not fill the place yet
  useEffect(look, [rows.length, loadOn]);
  const widths = [...columns.map(({ width }) => width ?? 'minmax(0, 1fr)'), 'var(--actions)'].join(' ');
  const style: CSSProperties & Record<'--columns' | '--buttons', string> = {
    ...{ '--columns': widths, '--buttons': String(buttons) },
  };

  return (
    <div ref={scroller} className={classes.frame} style={style} onScroll={look}>
      {/* biome-ignore-start lint/a11y/noRedundantRoles: what is laid out as a grid is no table for some browsers */}
      <table
        className={classes.table}
        role="table"
        aria-label={label}
        aria-rowcount={count + 1}
        aria-busy={isBusy}
      >
        <thead className={classes.headings} role="rowgroup">
          <tr className={classes.headingRow} role="row" aria-rowindex={1}>
            {columns.map(({ id, header, isNumber }) => (
              <th key={id} role="columnheader" scope="col" data-number={isNumber || undefined}>
                {header}
              </th>
            ))}
            <th className={classes.actionsHeading} role="columnheader" scope="col">
              {t('records.actions')}
            </th>
          </tr>
        </thead>
        <tbody
          className={classes.body}
          role="rowgroup"
          style={{ height: virtualizer.getTotalSize() }}
          onKeyDown={focus.onKeyDown}
          onFocus={focus.onFocus}
        >
          {virtualizer.getVirtualItems().map(({ index, key, start }) => {
            const row = shown[index];
            return (
              row && (
                <tr
                  key={key}
                  ref={virtualizer.measureElement}
                  className={classes.row}
                  role="row"
                  data-index={index}
                  data-testid={`record-${row.id}`}
                  aria-rowindex={index + 2}
                  aria-label={nameOf(row.original)}
                  tabIndex={index === focus.at ? 0 : -1}
                  style={{ transform: `translateY(${start}px)` }}
                >
                  {row.getAllCells().map((cell, place) => (
                    <td
                      key={cell.id}
                      role="cell"
                      className={classes.cell}
                      data-number={columns[place]?.isNumber || undefined}
                      data-first={place === 0 || undefined}
                    >
                      <table.FlexRender cell={cell} />
                    </td>
                  ))}
                  <td role="cell" className={classes.actions}>
                    <RowActions
                      actions={actions(row.original)}
                      name={nameOf(row.original)}
                      isAt={index === focus.at}
                    />
                  </td>
                </tr>
              )
            );
          })}
        </tbody>
      </table>
      {/* biome-ignore-end lint/a11y/noRedundantRoles: see above */}
      {children}
    </div>
  );
};

const useColumns = <Row extends RecordRow>(columns: readonly RecordColumn<Row>[]) =>
  useMemo(() => {
    const helper = createColumnHelper<typeof features, Row>();
    return helper.columns(
      columns.map(({ id, header, cell }) =>
        helper.display({ id, header, cell: ({ row }) => cell(row.original) }),
      ),
    );
  }, [columns]);

/** The row that has the focus stays drawn, wherever the table is scrolled to. */
const withRow = ({ startIndex, endIndex, overscan, count }: Range, at: number): number[] => {
  const first = Math.max(0, startIndex - overscan);
  const last = Math.min(count - 1, endIndex + overscan);
  const inSight = Array.from({ length: Math.max(0, last - first + 1) }, (_, place) => first + place);
  return at < count && (at < first || at > last)
    ? [...inSight, at].sort((one, other) => one - other)
    : inSight;
};
