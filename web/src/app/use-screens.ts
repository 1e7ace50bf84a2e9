import { may } from '#domain/access/may.ts';
import { useUser } from '../api/session-store.ts';
import { type Screen, screens } from './screens.ts';

/** The screens that this user may go to. */
export const useScreens = (): readonly Screen[] => {
  const user = useUser();
  return screens.filter(
    ({ action, isThere }) => (!action || may(user, action)) && (!isThere || isThere(user)),
  );
};
