import { ActionIcon } from '@mantine/core';
import { IconPhone, IconPhoneOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { showError } from '../../shared/show-error.ts';
import { usePeople } from './people.ts';
import classes from './phone.module.css';
import { endCall, type Owner } from './simulator-actions.ts';
import { callsQuery } from './simulator-api.ts';

/** A call that rings or goes on, on the phone of who calls and of who is called. */
export const CallBar = ({ owner }: { owner: Owner }) => {
  const { t } = useTranslation();
  const people = usePeople();
  const { data: calls } = useQuery(callsQuery);
  const call = calls?.findLast(
    ({ from, to, status }) =>
      (from === owner.number || to === owner.number) && (status === 'ringing' || status === 'accepted'),
  );
  if (!call) return null;
  const calling = call.from === owner.number;
  const name = people.nameOf(calling ? call.to : call.from);
  const state = call.status === 'accepted' ? 'talking' : calling ? 'calling' : 'ringing';
  const end = (how: 'terminate' | 'accept' | 'reject'): void => void endCall(call.id, how).catch(showError);
  return (
    <div className={classes.call} role="status">
      <span title={name}>{t(`simulator.call.${state}`, { name })}</span>
      {state === 'ringing' && (
        <ActionIcon
          color="green"
          radius="xl"
          aria-label={t('simulator.call.accept', { name })}
          onClick={() => end('accept')}
        >
          <IconPhone size={16} aria-hidden />
        </ActionIcon>
      )}
      <ActionIcon
        color="red"
        radius="xl"
        aria-label={
          state === 'ringing' ? t('simulator.call.reject', { name }) : t('simulator.call.hangUp', { name })
        }
        onClick={() => end(state === 'ringing' ? 'reject' : 'terminate')}
      >
        <IconPhoneOff size={16} aria-hidden />
      </ActionIcon>
    </div>
  );
};
