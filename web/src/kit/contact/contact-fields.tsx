import { ActionIcon, Button, MultiSelect, Select, Stack, Switch, Text, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { may } from '#domain/access/may.ts';
import { queuesQuery } from '../../api/queues.ts';
import { useUser } from '../../api/session-store.ts';
import { userNamesQuery } from '../../api/users.ts';
import { phoneNumber } from '../../shared/formats.ts';
import classes from './contact-fields.module.css';
import { type ContactForm, emptyExtra } from './use-contact-form.ts';

const mostExtra = 50;

type Props = { readonly form: ContactForm; readonly isNew: boolean };

/** Name, number, e-mail and default queue of a contact. */
export const ContactFields = ({ form, isNew }: Props) => {
  const { t } = useTranslation();
  const { data: queues = [] } = useQuery(queuesQuery);
  const { number } = form.getValues();
  const user = useUser();
  const isFixed = !isNew && !may(user, 'contact.rename');
  return (
    <>
      <TextInput
        label={t('contact.name')}
        withAsterisk
        autoComplete="off"
        readOnly={isFixed}
        variant={isFixed ? 'filled' : 'default'}
        data-autofocus
        {...form.getInputProps('name')}
      />
      {isNew ? (
        <TextInput
          label={t('contact.number')}
          description={t('contact.numberHint')}
          placeholder={t('contact.numberPlaceholder')}
          withAsterisk
          inputMode="tel"
          autoComplete="off"
          {...form.getInputProps('number')}
        />
      ) : (
        number && (
          <TextInput
            label={t('contact.number')}
            value={phoneNumber(number)}
            readOnly
            variant="filled"
            className="figures"
          />
        )
      )}
      <TextInput
        label={t('contact.email')}
        type="email"
        autoComplete="off"
        {...form.getInputProps('email')}
      />
      <Select
        label={t('contact.queue')}
        placeholder={t('contact.noQueue')}
        clearable
        data={queues.map(({ id, name }) => ({ value: id, label: name }))}
        {...form.getInputProps('queueId')}
      />
    </>
  );
};

/** Whose contact it is: an admin's to say. */
const Wallet = ({ form }: { form: ContactForm }) => {
  const { t } = useTranslation();
  const { data: users = [] } = useQuery(userNamesQuery);
  return (
    <MultiSelect
      label={t('contact.wallet')}
      description={t('contact.walletHint')}
      placeholder={form.getValues().wallet.length === 0 ? t('contact.walletOfNobody') : ''}
      searchable
      clearable
      data={users.map(({ id, name }) => ({ value: id, label: name }))}
      {...form.getInputProps('wallet')}
    />
  );
};

/** Whose contact it is, whether to be told of it, and name and value pairs of what is known besides. */
export const ContactMore = ({ form }: { form: ContactForm }) => {
  const { t } = useTranslation();
  const { extraInfo } = form.getValues();
  const user = useUser();
  return (
    <>
      {may(user, 'contact.changeWallet') && <Wallet form={form} />}
      <Switch
        label={t('contact.notification')}
        {...form.getInputProps('notification', { type: 'checkbox' })}
      />
      <Stack gap="xs" role="group" aria-label={t('contact.extraInfo')}>
        <Text size="sm" fw={500}>
          {t('contact.extraInfo')}
        </Text>
        {extraInfo.map((row, index) => (
          <div className={classes.pair} key={row.id}>
            <TextInput
              aria-label={t('contact.extraName')}
              placeholder={t('contact.name')}
              {...form.getInputProps(`extraInfo.${index}.name`)}
            />
            <TextInput
              aria-label={t('contact.extraValue')}
              placeholder={t('contact.extraValue')}
              {...form.getInputProps(`extraInfo.${index}.value`)}
            />
            <ActionIcon
              size={36}
              variant="subtle"
              color="gray"
              aria-label={t('contact.removeExtra', { name: row.name || t('contact.extraName') })}
              onClick={() => form.removeListItem('extraInfo', index)}
            >
              <IconTrash size={16} />
            </ActionIcon>
          </div>
        ))}
        {extraInfo.length < mostExtra && (
          <Button
            variant="subtle"
            size="xs"
            w="fit-content"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => form.insertListItem('extraInfo', emptyExtra())}
          >
            {t('contact.addExtra')}
          </Button>
        )}
      </Stack>
    </>
  );
};
