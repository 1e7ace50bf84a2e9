import { type ComponentType, lazy, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, Route } from 'react-router';
import { may } from '#domain/access/may.ts';
import { useUser } from '../api/session-store.ts';
import { showRefused } from '../shared/show-error.ts';
import { useTabTitle } from '../shared/tab-title.ts';
import { untilThere } from '../shared/until-there.ts';
import { home, type Screen, screens } from './screens.ts';

/** A route for each screen. What has no route is the first screen. */
export const screenRoutes = () => [
  ...pages.map(({ screen, Page }) => (
    <Route
      key={screen.to}
      path={`${screen.to}${screen.parameters ?? ''}`}
      element={<Opened screen={screen} page={Page} />}
    />
  )),
  <Route key="*" path="*" element={<Navigate to={home} replace />} />,
];

const pages = screens.map(screen => ({ screen, Page: lazy(untilThere(screen.load)) }));

type OpenedProps = { readonly screen: Screen; readonly page: ComponentType };

const Opened = ({ screen, page: Page }: OpenedProps) => {
  const { t } = useTranslation();
  const isAllowed = useIsAllowed(screen);
  useTabTitle(t(screen.title));
  if (isAllowed) return <Page />;
  return screen.isQuiet ? <Navigate to={home} replace /> : <NotAllowed />;
};

const useIsAllowed = ({ action }: Screen): boolean => {
  const user = useUser();
  return !action || may(user, action);
};

const NotAllowed = () => {
  const { t } = useTranslation();
  useEffect(() => showRefused(t('errors.ERR_NO_PERMISSION')), [t]);
  return <Navigate to={home} replace />;
};
