import { queryOptions } from '@tanstack/react-query';
import { type WhatIfAnswer, type WhatIfForm, whatIfAnswer, whatIfRules } from '#contracts/what-if.ts';
import { fetchData } from './http.ts';

/** What the rules are now. They stay as they were loaded: somebody changes them for a simulation. */
export const whatIfRulesQuery = queryOptions({
  queryKey: ['what-if'] as const,
  queryFn: ({ signal }) => fetchData({ path: '/replay/what-if', schema: whatIfRules, signal }),
  refetchOnWindowFocus: false,
});

/** The recorded past under other rules; nothing is kept. Throws ApiError. */
export const askWhatIf = (form: WhatIfForm): Promise<WhatIfAnswer> =>
  fetchData({ method: 'POST', path: '/replay/what-if', body: form, schema: whatIfAnswer });
