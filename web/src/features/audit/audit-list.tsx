import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { IconHistory, IconSearch } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../shared/api-error.ts';
import { Empty } from '../../shared/empty.tsx';
import { dateAndSeconds } from '../../shared/formats.ts';
import { Trouble } from '../../shared/trouble.tsx';
import { useLate } from '../../shared/use-late.ts';
import classes from './audit.module.css';
import { EntryRow } from './entry-row.tsx';
import type { Words } from './entry-text.ts';
import type { FoundEntries } from './use-entries.ts';

/** Specification, core, section 9. */
const loadOnBelow = 100;
const offline = new ApiError({ status: 0, code: 'ERR_NETWORK' });

type Props = {
  readonly found: FoundEntries;
  readonly words: Words;
  readonly isFiltered: boolean;
  readonly onOpen: (id: string) => void;
};

/** The entries in every state that their list can be in. */
export const AuditList = ({ found, words, isFiltered, onOpen }: Props) => {
  const { t } = words;
  const { entries, names, goesOnByItself, goOn, error } = found;
  const box = useRef<HTMLElement>(null);
  const look = (): void => {
    const { current } = box;
    if (!current || !goesOnByItself) return;
    if (current.scrollHeight - current.scrollTop - current.clientHeight <= loadOnBelow) goOn();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page that does not fill its place loads the next
  useEffect(look, [entries.length, goesOnByItself]);

  if (found.isOffline) return <Trouble isAlone error={offline} onRetry={found.retry} />;
  if (found.isPending) return <Waiting />;
  if (error && entries.length === 0) return <Trouble isAlone error={error} onRetry={found.retry} />;
  const isEmpty = entries.length === 0 && !found.hasMore;
  if (isEmpty)
    return isFiltered ? (
      <Empty icon={IconSearch} text={t('audit.nothingFound')} />
    ) : (
      <Empty icon={IconHistory} text={t('audit.empty')} />
    );
  return (
    <section
      ref={box}
      className={classes.frame}
      onScroll={look}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by Tab
      tabIndex={0}
      aria-label={t('audit.list')}
    >
      {found.namesFound?.more && (
        <Text size="sm" p="sm">
          {t('audit.manyNames', { count: found.namesFound.count })}
        </Text>
      )}
      <ul className={classes.list} aria-busy={found.isBusy}>
        {entries.map(entry => (
          <EntryRow key={entry.id} entry={entry} names={names} onOpen={onOpen} />
        ))}
      </ul>
      <End found={found} words={words} />
    </section>
  );
};

const End = ({ found, words: { t, language } }: Pick<Props, 'found' | 'words'>) => {
  if (found.error) return <Trouble error={found.error} onRetry={found.retry} />;
  if (!found.hasMore)
    return (
      <Text size="xs" c="dimmed" ta="center" p="md">
        {t('audit.end')}
      </Text>
    );
  if (!found.searchedTo) return null;
  return (
    <Stack align="center" gap="xs" p="md">
      <Text size="sm">{t('audit.searchedTo', { date: dateAndSeconds(found.searchedTo, language) })}</Text>
      <Button size="compact-sm" variant="default" loading={found.isBusy} onClick={found.goOn}>
        {t('audit.lookOn')}
      </Button>
    </Stack>
  );
};

const Waiting = () => {
  const { t } = useTranslation();
  const late = useLate(true);
  if (!late) return null;
  return (
    <Stack gap="xs" role="status" aria-label={t('audit.list')} data-testid="audit-waiting">
      {['first', 'second', 'third', 'fourth', 'fifth'].map(row => (
        <Skeleton key={row} height={44} />
      ))}
    </Stack>
  );
};
