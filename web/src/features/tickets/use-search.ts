import { useDebouncedValue } from '@mantine/hooks';
import { useMemo, useState } from 'react';
import type { TicketFilter } from '../../api/ticket-filter.ts';

const searchDelayMs = 500;
const [shortest, longest] = [2, 200];

/** A calendar day (YYYY-MM-DD) on which a ticket was created, or last changed. */
export type DayChoice = { readonly kind: 'created' | 'updated'; readonly day: string };

/** What is searched for at the moment, from these tags on. Text counts once nobody has typed for a while. */
export const useSearch = (firstTagIds: readonly string[]) => {
  const [typed, setTyped] = useState('');
  const [tagIds, setTagIds] = useState<string[]>([...firstTagIds]);
  const [userIds, setUserIds] = useState<string[]>([]);
  const [day, setDay] = useState<DayChoice | null>(null);
  const [text] = useDebouncedValue(typed.trim().slice(0, longest), searchDelayMs);
  const search = typed.trim() === '' ? '' : text;

  const wanted = useMemo(
    (): Omit<TicketFilter, 'showAll' | 'queueIds'> => ({
      ...(search && { search }),
      ...(tagIds.length > 0 && { tagIds }),
      ...(userIds.length > 0 && { userIds }),
      ...(day && { [day.kind]: day.day }),
    }),
    [search, tagIds, userIds, day],
  );
  const isFiltered = tagIds.length > 0 || userIds.length > 0 || day !== null;
  return {
    typed,
    setTyped,
    ...{ tagIds, setTagIds, userIds, setUserIds, day, setDay },
    wanted,
    isFiltered,
    /** Whether there is anything to look for. */
    isAsked: search !== '' || isFiltered,
    /** Words to look for in messages; '' when there are none. */
    words: search.length >= shortest ? search : '',
    clearFilters: () => {
      setTagIds([]);
      setUserIds([]);
      setDay(null);
    },
  };
};

export type Search = ReturnType<typeof useSearch>;
