import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { tagListQuery } from '../../api/tags.ts';
import { userNamesQuery } from '../../api/users.ts';
import { ChoiceFilter } from './choice-filter.tsx';
import { DayFilter } from './day-filter.tsx';
import type { Search } from './use-search.ts';

/** What narrows a search besides its words. */
export const SearchFilters = ({ search, mayChooseUsers }: { search: Search; mayChooseUsers: boolean }) => {
  const { t } = useTranslation();
  const tags = useQuery(tagListQuery);
  const users = useQuery({ ...userNamesQuery, enabled: mayChooseUsers });
  const { tagIds, userIds } = search;
  return (
    <>
      <ChoiceFilter
        label={
          tagIds.length > 0
            ? t('tickets.filter.tagsChosen', { count: tagIds.length })
            : t('tickets.filter.tags')
        }
        title={t('tickets.filter.tags')}
        options={tags.data ?? []}
        chosen={tagIds}
        onChange={search.setTagIds}
        active={tagIds.length > 0}
        resetLabel={t('tickets.filter.clear')}
        onReset={() => search.setTagIds([])}
        emptyText={t('tickets.filter.noTags')}
      />
      {mayChooseUsers && (
        <ChoiceFilter
          label={
            userIds.length > 0
              ? t('tickets.filter.usersChosen', { count: userIds.length })
              : t('tickets.filter.users')
          }
          title={t('tickets.filter.users')}
          options={users.data ?? []}
          chosen={userIds}
          onChange={search.setUserIds}
          active={userIds.length > 0}
          resetLabel={t('tickets.filter.clear')}
          onReset={() => search.setUserIds([])}
        />
      )}
      <DayFilter day={search.day} onChange={search.setDay} />
    </>
  );
};
