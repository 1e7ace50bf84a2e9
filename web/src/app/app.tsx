import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense, useEffect } from 'react';
import { BrowserRouter } from 'react-router';
import { featuresQuery } from '../api/features.ts';
import { useSession } from '../api/session-store.ts';
import { setupQuery } from '../api/setup.ts';
import { isTransient } from '../shared/api-error.ts';
import { useFirstUse } from '../shared/first-use.ts';
import { loadToasts } from '../shared/show-error.ts';
import { untilThere } from '../shared/until-there.ts';
import { Pages } from './pages.tsx';
import { theme } from './theme.ts';

const client = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
      retry: (failures, error) => isTransient(error) && failures < 2,
    },
  },
});
const Toasts = lazy(untilThere(loadToasts));
const Hints = lazy(untilThere(() => import('../shared/hints.tsx')));
const schemes = localStorageColorSchemeManager({ key: 'color-scheme' });

export const App = () => (
  <MantineProvider theme={theme} defaultColorScheme="auto" colorSchemeManager={schemes}>
    <QueryClientProvider client={client}>
      <BrowserRouter>
        <Pages />
      </BrowserRouter>
      <ForgetWithSession />
      <Rest />
    </QueryClientProvider>
  </MantineProvider>
);

/** What nobody needs before they use the page. */
const Rest = () => {
  const isUsed = useFirstUse();
  return (
    isUsed && (
      <Suspense>
        <Toasts />
        <Hints />
      </Suspense>
    )
  );
};

/** Nobody sees what the user before them loaded. */
const ForgetWithSession = () => {
  const { status } = useSession();
  useEffect(() => {
    if (status === 'signed-in') return;
    client.removeQueries({ predicate: ({ queryKey }) => !isPublic(queryKey[0]) });
  }, [status]);
  return null;
};

/** What the login itself asks stays: removed while it is being asked, it would never be answered. */
const isPublic = (key: unknown): boolean =>
  key === setupQuery.queryKey[0] || key === featuresQuery.queryKey[0];
