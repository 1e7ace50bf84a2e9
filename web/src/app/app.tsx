import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import { BrowserRouter } from 'react-router';
import { isTransient } from '../api/api-error.ts';
import { featuresQuery } from '../api/features.ts';
import { setupQuery } from '../api/setup.ts';
import { useSession } from '../features/session/session-store.ts';
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
const schemes = localStorageColorSchemeManager({ key: 'color-scheme' });

export const App = () => (
  <MantineProvider theme={theme} defaultColorScheme="auto" colorSchemeManager={schemes}>
    <QueryClientProvider client={client}>
      <ModalsProvider>
        <Notifications position="top-center" limit={4} />
        <BrowserRouter>
          <Pages />
        </BrowserRouter>
        <ForgetWithSession />
      </ModalsProvider>
    </QueryClientProvider>
  </MantineProvider>
);

/** Nobody sees what the user before them loaded. */
const ForgetWithSession = () => {
  const { status } = useSession();
  useEffect(() => {
    if (status === 'anonymous') client.removeQueries({ predicate: ({ queryKey }) => !isPublic(queryKey[0]) });
  }, [status]);
  return null;
};

/** What the login itself asks stays: removed while it is being asked, it would never be answered. */
const isPublic = (key: unknown): boolean =>
  key === setupQuery.queryKey[0] || key === featuresQuery.queryKey[0];
