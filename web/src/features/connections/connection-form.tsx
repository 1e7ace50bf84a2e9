import { Alert, Button, Divider, Select, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import type { ConnectionView } from '#contracts/views.ts';
import { useUser } from '../../api/session-store.ts';
import { QueueSelect } from '../../kit/queue-select.tsx';
import { Dialog } from '../../shared/dialog.tsx';
import { type ConnectionValues, useConnectionForm } from './connection-form-values.ts';
import classes from './connections.module.css';
import { TokenSection } from './token-section.tsx';

type Props = {
  /** Undefined adds one. */
  readonly connection: ConnectionView | undefined;
  readonly isFirst: boolean;
  readonly onSaved: (connectionId: string) => void;
  readonly onClose: () => void;
};
type Form = UseFormReturnType<ConnectionValues>;

const ConnectionForm = ({ connection, isFirst, onSaved, onClose }: Props) => {
  const { t } = useTranslation();
  const { form, submit, sending, failure } = useConnectionForm({ connection, isFirst, onSaved });
  const title = connection ? t('connections.editOf', { name: connection.name }) : t('connections.add');
  return (
    <Dialog onClose={onClose} title={title} size="lg">
      <form onSubmit={submit} noValidate>
        <Stack>
          {failure && (
            <Alert color="red" role="alert" p="sm">
              {failure}
            </Alert>
          )}
          <TextInput
            key={form.key('name')}
            label={t('connections.name')}
            data-autofocus
            {...form.getInputProps('name')}
          />
          <ProviderSelect form={form} connection={connection} />
          <QueueSelect {...form.getInputProps('queueIds')} key={form.key('queueIds')} />
          <Switch
            key={form.key('isDefault')}
            label={t('connections.form.default')}
            description={t('connections.form.defaultHint')}
            disabled={isFirst}
            {...form.getInputProps('isDefault', { type: 'checkbox' })}
          />
          <Switch
            key={form.key('importsHistory')}
            label={t('connections.form.history')}
            description={t('connections.form.historyHint')}
            {...form.getInputProps('importsHistory', { type: 'checkbox' })}
          />
          <Messages form={form} />
          {connection && <TokenSection connection={connection} />}
          <div className={classes.foot}>
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" loading={sending}>
              {t('connections.save')}
            </Button>
          </div>
        </Stack>
      </form>
    </Dialog>
  );
};
export default ConnectionForm;

/** Where the numbers of a connection live. Nothing to choose for who may not use the simulator. */
const ProviderSelect = ({ form, connection }: { form: Form; connection: ConnectionView | undefined }) => {
  const { t } = useTranslation();
  const user = useUser();
  if (user.simulator === 'none' && connection?.provider !== 'simulator') return null;
  return (
    <Select
      key={form.key('provider')}
      label={t('connections.form.provider')}
      description={t('connections.form.providerHint')}
      allowDeselect={false}
      disabled={connection !== undefined}
      data={[
        { value: 'beta', label: t('connections.providers.beta') },
        { value: 'simulator', label: t('connections.providers.simulator') },
      ]}
      {...form.getInputProps('provider')}
    />
  );
};

const Messages = ({ form }: { form: Form }) => {
  const { t } = useTranslation();
  const area = { autosize: true, minRows: 2, maxRows: 6 } as const;
  return (
    <>
      <Divider label={t('connections.form.messages')} labelPosition="left" />
      <Textarea
        key={form.key('greetingMessage')}
        {...area}
        label={t('connections.form.greeting')}
        description={t('connections.form.greetingHint')}
        {...form.getInputProps('greetingMessage')}
      />
      <Textarea
        key={form.key('complationMessage')}
        {...area}
        label={t('connections.form.completion')}
        {...form.getInputProps('complationMessage')}
      />
      <Textarea
        key={form.key('outOfHoursMessage')}
        {...area}
        label={t('connections.form.outOfHours')}
        {...form.getInputProps('outOfHoursMessage')}
      />
      <Textarea
        key={form.key('ratingMessage')}
        {...area}
        label={t('connections.form.rating')}
        {...form.getInputProps('ratingMessage')}
      />
    </>
  );
};
