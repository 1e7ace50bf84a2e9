import { MantineProvider } from '@mantine/core';
import { onlineManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { MemoryRouter, useLocation, useNavigate } from 'react-router';
import { onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { meAnswer } from '#contracts/http.ts';
import type { SessionUserView } from '#contracts/views.ts';
import { resumeSession } from '../api/session-store.ts';
import { storeToken } from '../api/token.ts';
import { theme } from '../app/theme.ts';
import { isTransient } from '../shared/api-error.ts';
import Toasts from '../shared/toasts.tsx';
import type { Network } from './network.ts';

export const uuid = (n: number): string => `0198a000-0000-7000-8000-${String(n).padStart(12, '0')}`;

const attendant: SessionUserView = {
  ...{
    id: uuid(1),
    name: 'Ana Prado',
    email: 'ana@exemplo.com',
    profile: 'user',
    superAdmin: false,
    analyst: false,
  },
  ...{ companyId: uuid(2), queues: [], whatsapps: [], simulator: 'none' },
  company: { id: uuid(2), name: 'Padaria', dueDate: null, settings: [] },
};

type Options = {
  readonly profile?: SessionUserView['profile'];
  readonly analyst?: boolean;
  readonly width?: number;
  readonly scheme?: 'light' | 'dark';
  /** Where the page is: path and query. */
  readonly address?: string;
};

/** Puts a part of the web app on a page of its own, with somebody signed in. */
export const stage = async (network: Network, part: ReactNode, options: Options = {}) => {
  const { profile = 'admin', analyst = false, width = 1280, scheme = 'light', address = '/' } = options;
  await page.viewport(width, 800);
  network.answer({
    ...{ method: 'GET', path: '/auth/me', schema: meAnswer },
    answer: () => ({ ...attendant, profile, analyst }),
  });
  storeToken('token');
  await resumeSession();
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        retry: (failures, error) => isTransient(error) && failures < 1,
        retryDelay: 1,
      },
    },
  });
  onTestFinished(() => {
    client.clear();
    onlineManager.setOnline(true);
  });
  const screen = await render(
    <MantineProvider theme={theme} forceColorScheme={scheme}>
      <QueryClientProvider client={client}>
        <MemoryRouter initialEntries={[address]}>
          <div style={{ height: '100dvh' }}>{part}</div>
          <Place />
        </MemoryRouter>
        <Toasts />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { screen, client };
};

/** Where the page has gone to. */
const Place = () => {
  const { pathname, search } = useLocation();
  return <output data-testid="place" hidden>{`${pathname}${search}`}</output>;
};

/** The browser's own button. */
export const Back = () => {
  const navigate = useNavigate();
  return <button type="button" hidden data-testid="back" onClick={() => void navigate(-1)} />;
};
export const goBack = (): void => {
  const button = page.getByTestId('back').element();
  if (button instanceof HTMLElement) button.click();
};
