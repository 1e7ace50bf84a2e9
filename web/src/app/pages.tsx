import { Center, Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { Navigate, Outlet, Route, Routes } from 'react-router';
import type { SessionUserView } from '#contracts/views.ts';
import { resumeSession, useSession } from '../api/session-store.ts';
import { setupQuery } from '../api/setup.ts';
import { ApiError } from '../shared/api-error.ts';
import { Safe } from '../shared/safe.tsx';
import { Trouble } from '../shared/trouble.tsx';
import { untilThere } from '../shared/until-there.ts';
import { useLate } from '../shared/use-late.ts';
import { screenRoutes } from './screen-routes.tsx';
import { home } from './screens.ts';

const Shell = lazy(untilThere(() => import('./shell.tsx')));
const LoginPage = lazy(untilThere(() => import('../features/session/login-page.tsx')));
const SetupPage = lazy(untilThere(() => import('../features/setup/setup-page.tsx')));

export const Pages = () => (
  <Safe onRetry={() => location.reload()}>
    <Suspense fallback={<Waiting />}>
      <Routes>
        <Route element={<Public />}>
          <Route path="/login" element={<LoginOrSetup />} />
        </Route>
        <Route element={<Private />}>{screenRoutes()}</Route>
      </Routes>
    </Suspense>
  </Safe>
);

const Private = () => (
  <Guarded
    anonymous={() => <Navigate to="/login" replace />}
    signedIn={user => (
      <Shell key={user.id}>
        <Suspense fallback={<Waiting />}>
          <Outlet />
        </Suspense>
      </Shell>
    )}
  />
);

/** Who logs in goes to the tickets, who was in already to the first page (specification, core, section 2). */
const Public = () => {
  const { status } = useSession();
  const [logsIn, setLogsIn] = useState(false);
  useEffect(() => {
    if (status === 'anonymous') setLogsIn(true);
  }, [status]);
  return (
    <Guarded anonymous={() => <Outlet />} signedIn={() => <Navigate to={logsIn ? home : '/'} replace />} />
  );
};

type Guards = {
  readonly anonymous: () => ReactNode;
  readonly signedIn: (user: SessionUserView) => ReactNode;
};

/** Decides by the session, once it is known. */
const Guarded = ({ anonymous, signedIn }: Guards) => {
  const session = useSession();
  switch (session.status) {
    case 'loading':
      return <Waiting />;
    case 'unreachable':
      return <Unreachable />;
    case 'anonymous':
      return anonymous();
    case 'signed-in':
      return signedIn(session.user);
  }
};

const LoginOrSetup = () => {
  const { data, isPending } = useQuery(setupQuery);
  if (isPending) return <Waiting />;
  return data?.needed ? <SetupPage /> : <LoginPage />;
};

const Unreachable = () => (
  <Center h="100dvh">
    <Trouble error={new ApiError({ status: 0, code: 'ERR_NETWORK' })} onRetry={() => void resumeSession()} />
  </Center>
);

const Waiting = () => {
  const late = useLate(true);
  return <Center h="100%">{late && <Loader size="sm" />}</Center>;
};
