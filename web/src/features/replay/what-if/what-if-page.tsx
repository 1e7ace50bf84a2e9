import { Alert, Skeleton } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { askWhatIf, whatIfRulesQuery } from '../../../api/what-if.ts';
import { Trouble } from '../../../shared/trouble.tsx';
import { useLate } from '../../../shared/use-late.ts';
import classes from './what-if.module.css';
import { WhatIfForm } from './what-if-form.tsx';
import { WhatIfResult } from './what-if-result.tsx';

/** The recorded past under other rules. */
export const WhatIfPage = () => {
  const { t } = useTranslation();
  const { data: rules, error, isPending, refetch } = useQuery(whatIfRulesQuery);
  const asking = useMutation({ mutationFn: askWhatIf });
  const late = useLate(isPending);
  return (
    <div className={classes.page}>
      <Alert
        color="yellow"
        title={t('whatIf.simulation')}
        role="note"
        classNames={{ title: classes.noteTitle ?? '' }}
      >
        {t('whatIf.note')}
      </Alert>
      {rules ? (
        <WhatIfForm rules={rules} isBusy={asking.isPending} onAsk={form => asking.mutate(form)} />
      ) : error ? (
        <Trouble error={error} onRetry={() => void refetch()} />
      ) : (
        late && <Skeleton h={320} />
      )}
      {asking.error && (
        <Trouble error={asking.error} onRetry={() => asking.variables && asking.mutate(asking.variables)} />
      )}
      {asking.data && <WhatIfResult answer={asking.data} />}
    </div>
  );
};
