import { Button, CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type RefObject, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Filters } from '../../live/use-filters.ts';
import { Empty } from '../../shared/empty.tsx';
import { SearchFilters } from './search-filters.tsx';
import { SearchResults } from './search-results.tsx';
import type { ListProps } from './ticket-list.tsx';
import classes from './tickets.module.css';
import type { Search } from './use-search.ts';

type Props = ListProps & {
  readonly search: Search;
  readonly filters: Filters;
  readonly inputRef: RefObject<HTMLInputElement | null>;
};

/** Searches tickets and messages by words, tags, users and days. */
const SearchPanel = ({ search, filters, inputRef, ...list }: Props) => {
  const { t } = useTranslation();
  const { showAll, queueIds } = filters;
  const { wanted } = search;
  const filter = useMemo(() => ({ showAll, queueIds, ...wanted }), [showAll, queueIds, wanted]);
  return (
    <>
      <div className={classes.searchBar}>
        <TextInput
          ref={inputRef}
          type="search"
          aria-label={t('tickets.searchLabel')}
          placeholder={t('tickets.searchPlaceholder')}
          leftSection={<IconSearch size={16} aria-hidden />}
          rightSection={
            search.typed && (
              <CloseButton
                size="sm"
                aria-label={t('tickets.clearSearch')}
                onClick={() => {
                  search.setTyped('');
                  inputRef.current?.focus();
                }}
              />
            )
          }
          value={search.typed}
          maxLength={200}
          autoFocus
          onChange={event => search.setTyped(event.currentTarget.value)}
        />
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be drawn as one */}
        <div className={classes.filters} role="group" aria-label={t('tickets.filter.label')}>
          <SearchFilters search={search} mayChooseUsers={filters.mayShowAll} />
          {search.isFiltered && (
            <Button variant="subtle" size="compact-xs" onClick={search.clearFilters}>
              {t('tickets.filter.clear')}
            </Button>
          )}
        </div>
      </div>
      {search.isAsked ? (
        <SearchResults {...list} filter={filter} words={search.words} />
      ) : (
        <Empty icon={IconSearch} text={t('tickets.results.invitation')} />
      )}
    </>
  );
};
export default SearchPanel;
