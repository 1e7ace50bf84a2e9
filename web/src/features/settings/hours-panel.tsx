import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Hours } from '#domain/shared/schedule.ts';
import { useUser } from '../../api/session-store.ts';
import { hoursQuery, saveHours } from '../../api/settings.ts';
import { Failure } from '../../kit/dialog-parts.tsx';
import { areHours, HoursEditor } from '../../kit/hours/hours-editor.tsx';
import { errorText, showDone } from '../../shared/show-error.ts';
import { Trouble } from '../../shared/trouble.tsx';
import { useLate } from '../../shared/use-late.ts';
import classes from './settings.module.css';

/** When somebody of the company is there. What was not saved is still there after a look at another tab or screen. */
const HoursPanel = () => {
  const { t } = useTranslation();
  const { companyId } = useUser();
  const client = useQueryClient();
  const { data, error, isPending, refetch } = useQuery(hoursQuery(companyId));
  const draftKey = ['hours-draft', companyId];
  const [draft, showDraft] = useState(() => client.getQueryData<Hours>(draftKey));
  const setDraft = (hours: Hours | undefined): void => {
    showDraft(hours);
    if (hours) client.setQueryData(draftKey, hours);
    else client.removeQueries({ queryKey: draftKey });
  };
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const late = useLate(isPending);
  const save = async (hours: Hours): Promise<void> => {
    if (isBusy) return;
    if (!areHours(hours)) return setFailure(t('hours.unfinished'));
    setBusy(true);
    setFailure(undefined);
    try {
      await saveHours(client, companyId, hours);
      setDraft(undefined);
      showDone(t('settings.hoursSaved'));
    } catch (error) {
      setFailure(errorText(error));
    } finally {
      setBusy(false);
    }
  };
  if (error && !data) return <Trouble error={error} onRetry={() => void refetch()} />;
  if (!data) return late ? <Skeleton height={320} /> : null;
  const hours = draft ?? data;
  return (
    <Stack gap="md" maw={720}>
      <Text size="sm" c="dimmed">
        {t('settings.hoursHint')}
      </Text>
      <HoursEditor hours={hours} onChange={setDraft} />
      <div className={classes.foot}>
        <Failure text={failure} />
        <Group>
          <Button onClick={() => void save(hours)} loading={isBusy} disabled={!draft}>
            {t('records.save')}
          </Button>
          {draft && (
            <Button variant="default" onClick={() => setDraft(undefined)} disabled={isBusy}>
              {t('common.cancel')}
            </Button>
          )}
        </Group>
      </div>
    </Stack>
  );
};
export default HoursPanel;
