import { Drawer } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Navigation } from './navigation.tsx';

/** The navigation of narrow screens, over the page. */
const NavigationDrawer = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation();
  return (
    <Drawer.Root opened onClose={onClose} size={320}>
      <Drawer.Overlay />
      <Drawer.Content aria-label={t('shell.navigation')}>
        <Drawer.Body p={0}>
          <Navigation open onNavigate={onClose} />
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
};
export default NavigationDrawer;
