import { Center, Skeleton, Stack, Text, TextInput, Title, VisuallyHidden } from '@mantine/core';
import { type Icon, IconSearch } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordRow, RecordSource } from '../../api/record-rows.ts';
import { ApiError } from '../../shared/api-error.ts';
import { Empty } from '../../shared/empty.tsx';
import { Trouble } from '../../shared/trouble.tsx';
import { useLate } from '../../shared/use-late.ts';
import { type Add, AddButton } from './add-button.tsx';
import classes from './record-page.module.css';
import { type RecordColumn, RecordTable } from './record-table.tsx';
import type { RecordAction } from './row-actions.tsx';
import { useRecordRows } from './use-record-rows.ts';

type Props<Row extends RecordRow> = {
  readonly source: RecordSource<Row>;
  readonly title: string;
  readonly icon: Icon;
  /** What there is to see when there is nothing yet. */
  readonly emptyText: string;
  /** Stable: a new list draws every row anew. */
  readonly columns: readonly RecordColumn<Row>[];
  readonly actions: (row: Row) => readonly RecordAction[];
  readonly nameOf: (row: Row) => string;
  /** What there is to see when `tools` leave out all there is; undefined while they leave out nothing. */
  readonly leftOutText?: string | undefined;
  /** What else can be done with all of them, beside the button that adds one. */
  readonly tools?: ReactNode;
  /** How many buttons a row has, where they are not two. */
  readonly buttons?: number;
  /** Undefined for who may make none. */
  readonly add?: Add | undefined;
};

const offline = new ApiError({ status: 0, code: 'ERR_NETWORK' });

/** The page of a record: search, table, what can be done with each row, and every state that it can be in. */
export const RecordPage = <Row extends RecordRow>(props: Props<Row>) => {
  const { source, title, icon, emptyText, columns, actions, nameOf, tools, buttons, add, leftOutText } =
    props;
  const { t, i18n } = useTranslation();
  const found = useRecordRows(source);
  const { rows, search, count } = found;
  const addButton = add && <AddButton {...add} />;
  const isEmpty = !found.isPending && !found.error && rows.length === 0;
  const isNew = isEmpty && search === '' && !leftOutText;

  const content = (): ReactNode => {
    if (found.isOffline) return <Trouble isAlone error={offline} onRetry={found.retry} />;
    if (found.isPending) return <Waiting />;
    if (found.error && rows.length === 0)
      return <Trouble isAlone error={found.error} onRetry={found.retry} />;
    if (isNew) return <Nothing icon={icon} text={emptyText} button={addButton} />;
    if (isEmpty && search === '' && leftOutText) return <Nothing icon={icon} text={leftOutText} />;
    if (isEmpty) return <Nothing icon={IconSearch} text={t('records.nothingFound', { search })} />;
    return (
      <RecordTable
        {...{ rows, count, columns, actions, nameOf, buttons }}
        label={title}
        isBusy={found.isBusy}
        loadOn={found.loadOn}
      >
        {found.error && <Trouble error={found.error} onRetry={found.retry} />}
      </RecordTable>
    );
  };

  return (
    <div className={classes.page}>
      <div className={classes.head} data-tools={tools ? true : undefined}>
        <Title order={1} fz={18} className={classes.title ?? ''}>
          {title}
          {count > 0 && (
            <Text span size="sm" c="dimmed" ml={8} className="figures" aria-hidden>
              {count === source.countedTo ? `${count.toLocaleString(i18n.language)}+` : count}
            </Text>
          )}
        </Title>
        <TextInput
          className={classes.search ?? ''}
          type="search"
          aria-label={t('records.search')}
          placeholder={t('records.search')}
          leftSection={<IconSearch size={16} stroke={1.6} aria-hidden />}
          maxLength={200}
          value={found.typed}
          onChange={event => found.setTyped(event.currentTarget.value)}
        />
        {tools && <div className={classes.tools}>{tools}</div>}
        {!isNew && addButton}
      </div>
      <VisuallyHidden role="status">
        {found.isSettled && search !== '' && !found.error && t('records.found', { count })}
      </VisuallyHidden>
      <div className={classes.content}>{content()}</div>
    </div>
  );
};

type NothingProps = { readonly icon: Icon; readonly text: string; readonly button?: ReactNode };

const Nothing = ({ icon, text, button }: NothingProps) => (
  <Center h="100%">
    <Stack align="center" gap={0}>
      <Empty icon={icon} text={text} />
      {button}
    </Stack>
  </Center>
);

const Waiting = () => {
  const late = useLate(true);
  return (
    late && (
      <Stack gap="xs" aria-hidden data-testid="records-waiting">
        <Skeleton height={36} />
        {['first', 'second', 'third', 'fourth', 'fifth'].map(row => (
          <Skeleton key={row} height={44} />
        ))}
      </Stack>
    )
  );
};
