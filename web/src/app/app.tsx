import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import { BrowserRouter } from 'react-router';
import { isTransient } from '../api/api-error.ts';
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
    if (status === 'anonymous') client.clear();
  }, [status]);
  return null;
};
