import { SegmentedControl } from '@mantine/core';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './documentation.module.css';
import { TokenField } from './token-field.tsx';
import { TrialForm } from './trial-form.tsx';
import { TrialOutcome } from './trial-outcome.tsx';
import { useTrial } from './use-trial.ts';

type Props = { readonly token: string; readonly onToken: (token: string) => void };

/** Sends a real message with the pasted token, and shows what becomes of it. */
export const TrialCard = ({ token, onToken }: Props) => {
  const { t } = useTranslation();
  const [kind, setKind] = useState<'text' | 'media'>('text');
  const [isMissing, setMissing] = useState(false);
  const trial = useTrial(token);
  const field = useId();
  const title = useId();
  const hasToken = (): boolean => {
    setMissing(token === '');
    if (token === '') document.getElementById(field)?.focus();
    return token !== '';
  };
  return (
    <section className={classes.card} aria-labelledby={title}>
      <h2 id={title} className={classes.heading}>
        {t('messagesApiTrial.title')}
      </h2>
      <TokenField
        id={field}
        token={token}
        error={isMissing && token === '' ? t('messagesApiTrial.noToken') : undefined}
        onChange={onToken}
      />
      <SegmentedControl
        fullWidth
        aria-label={t('messagesApiTrial.kind')}
        data={(['text', 'media'] as const).map(value => ({ value, label: t(`messagesApiTrial.${value}`) }))}
        value={kind}
        onChange={chosen => setKind(chosen as typeof kind)}
      />
      <TrialForm key={kind} kind={kind} isBusy={trial.isBusy} hasToken={hasToken} onSend={trial.send} />
      {trial.outcome && <TrialOutcome outcome={trial.outcome} token={token} />}
    </section>
  );
};
