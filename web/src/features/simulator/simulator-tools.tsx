import { Badge, Button, Text, Title } from '@mantine/core';
import { IconBug, IconUserPlus, IconUsersPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, type PropsWithChildren, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUser } from '../../api/session-store.ts';
import { faultsAtWork } from './faults.ts';
import classes from './simulator.module.css';
import { faultsQuery } from './simulator-api.ts';

const PersonDialog = lazy(() => import('./person-dialog.tsx'));
const GroupDialog = lazy(() => import('./group-dialog.tsx'));
const FaultsDrawer = lazy(() => import('./faults-drawer.tsx'));

type Props = PropsWithChildren<{ readonly onAdded: (number: string) => void }>;

/** What the page is, and what is done with it as a whole. */
export const SimulatorTools = ({ onAdded, children }: Props) => {
  const { t } = useTranslation();
  const [asking, setAsking] = useState<'contact' | 'group' | 'faults'>();
  const close = (): void => setAsking(undefined);
  const mayMisbehave = useUser().simulator === 'all';
  const atWork = faultsAtWork(useQuery({ ...faultsQuery, enabled: mayMisbehave }).data);
  return (
    <div className={classes.tools}>
      <div className={classes.title}>
        <Title order={1}>{t('simulator.title')}</Title>
        <Text size="sm" c="dimmed" className={classes.explanation ?? ''}>
          {t('simulator.explanation')}
        </Text>
      </div>
      <div className={classes.buttons}>
        {children}
        <Button
          size="xs"
          leftSection={<IconUserPlus size={16} aria-hidden />}
          aria-label={t('simulator.addContact')}
          onClick={() => setAsking('contact')}
        >
          <span className={classes.label}>{t('simulator.addContact')}</span>
        </Button>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconUsersPlus size={16} aria-hidden />}
          aria-label={t('simulator.group.create')}
          onClick={() => setAsking('group')}
        >
          <span className={classes.label}>{t('simulator.group.create')}</span>
        </Button>
        {mayMisbehave && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconBug size={16} aria-hidden />}
            aria-label={
              atWork > 0 ? t('simulator.faults.atWork', { count: atWork }) : t('simulator.faults.title')
            }
            onClick={() => setAsking('faults')}
          >
            <span className={classes.label}>{t('simulator.faults.title')}</span>
            {atWork > 0 && (
              <Badge size="sm" circle color="red" ml={6}>
                {atWork}
              </Badge>
            )}
          </Button>
        )}
      </div>
      <Suspense>
        {asking === 'contact' && <PersonDialog kind="contact" onAdded={onAdded} onClose={close} />}
        {asking === 'group' && <GroupDialog onClose={close} />}
        {asking === 'faults' && <FaultsDrawer onClose={close} />}
      </Suspense>
    </div>
  );
};
