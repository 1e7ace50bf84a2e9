import { Select, Switch, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { type ScheduleView, scheduleBody } from '#contracts/schedules.ts';
import type { ContactView } from '#contracts/views.ts';
import { localTimeOf, recurrences } from '#domain/shared/recurrence.ts';
import { connectionsQuery } from '../../api/connections.ts';
import { scheduleSource } from '../../api/schedules.ts';
import { companyZone } from '../../shared/company-zone.ts';
import { contactName } from '../../shared/contact-name.ts';
import { ContactSearch } from '../contact/contact-search.tsx';
import { ConnectionSelect } from '../new-ticket/connection-select.tsx';
import { FileField } from '../records/file-field.tsx';
import { RecordForm } from '../records/record-form.tsx';
import { useFileChoice } from '../records/use-file-choice.ts';
import { SendTimeField } from './send-time-field.tsx';

type Values = z.input<ReturnType<typeof inputIn>>;
type Person = Pick<ContactView, 'id' | 'name' | 'number'>;

type Props = {
  /** The one that is changed; undefined makes a new one. */
  readonly schedule?: ScheduleView | undefined;
  /** Whom it is for, where that is known. */
  readonly contact?: Person | undefined;
  /** Over which it goes, where that is known. */
  readonly connectionId?: string | undefined;
  readonly onClose: () => void;
};

const hourMs = 3_600_000;

/** Schedules a message, or changes one. Rules: specification, secondary, sections 2 and 5. */
const ScheduleForm = ({ schedule, contact, connectionId, onClose }: Props) => {
  const { t } = useTranslation();
  const file = useFileChoice(scheduleSource, schedule?.mediaName ?? null);
  const zone = schedule?.zone ?? companyZone();
  const input = useMemo(() => inputIn(zone), [zone]);
  const initial: Values = {
    ...{ contactId: schedule?.contactId ?? contact?.id ?? '', body: schedule?.body ?? '', zone },
    sendAt: schedule?.sendAt ?? localTimeOf(new Date(Date.now() + hourMs), zone),
    whatsappId: schedule?.whatsappId ?? connectionId ?? null,
    ...{ recurrence: schedule?.recurrence ?? 'none', signature: schedule?.signature ?? true },
    replyToAuthor: schedule?.replyToAuthor ?? false,
  };
  const status = schedule && t(`schedules.statuses.${schedule.status}`);
  return (
    <RecordForm
      {...{ source: scheduleSource, id: schedule?.id, input, initial, onClose }}
      title={status ? t('schedules.titleOf', { status: status.toLowerCase() }) : t('schedules.addTitle')}
      texts={{
        contactId: { required: t('schedules.required') },
        body: { required: t('schedules.required'), tooShort: t('schedules.tooShort') },
        sendAt: { required: t('schedules.required'), invalid: t('schedules.past') },
      }}
      andThen={file.save}
      doneText={schedule ? t('schedules.changed') : t('schedules.added')}
    >
      {form => (
        <>
          <Whom form={form} person={schedule?.contact ?? contact} />
          <Textarea
            label={t('schedules.body')}
            autosize
            minRows={3}
            maxRows={10}
            data-autofocus={(schedule ?? contact) ? true : undefined}
            {...form.getInputProps('body')}
          />
          <FileField label={t('schedules.file')} choice={file} />
          <SendTimeField
            {...form.getInputProps('sendAt')}
            zone={zone}
            value={form.values.sendAt}
            description={t('schedules.sendAtHint', { zone: zoneName(zone) })}
          />
          <Select
            label={t('schedules.recurrence')}
            description={form.values.recurrence === 'monthly' ? t('schedules.monthEnd') : undefined}
            data={recurrences.map(value => ({ value, label: t(`schedules.recurrences.${value}`) }))}
            allowDeselect={false}
            {...form.getInputProps('recurrence')}
          />
          <Over form={form} />
          <Switch
            label={t('schedules.signature')}
            {...form.getInputProps('signature', { type: 'checkbox' })}
          />
          <Switch
            label={t('schedules.replyToAuthor')}
            description={t('schedules.replyToAuthorHint')}
            {...form.getInputProps('replyToAuthor', { type: 'checkbox' })}
          />
        </>
      )}
    </RecordForm>
  );
};
export default ScheduleForm;

type Field = { readonly form: UseFormReturnType<Values> };

/** Once it is made it stays the same person's. */
const Whom = ({ form, person }: Field & { readonly person: Person | undefined }) => {
  const { t } = useTranslation();
  const [chosen, choose] = useState<ContactView | null>(null);
  const { error, onBlur } = form.getInputProps('contactId');
  if (person)
    return (
      <TextInput label={t('schedules.contact')} value={contactName(t, person)} readOnly variant="filled" />
    );
  return (
    <ContactSearch
      label={t('schedules.contact')}
      value={chosen}
      onChange={contact => {
        choose(contact);
        form.setFieldValue('contactId', contact?.id ?? '');
      }}
      onBlur={onBlur}
      error={error}
    />
  );
};

/** Where there is only one connection, there is nothing to choose. */
const Over = ({ form }: Field) => {
  const { data: connections = [] } = useQuery(connectionsQuery);
  const { value, onChange } = form.getInputProps('whatsappId');
  return connections.length > 1 ? <ConnectionSelect value={value} onChange={onChange} /> : null;
};

/** What the server takes, and a time that has not passed where it is meant. */
const inputIn = (zone: string) => {
  const { sendAt } = scheduleBody.shape;
  const notPast = sendAt.refine(written => written >= localTimeOf(new Date(), zone));
  return scheduleBody.extend({ sendAt: notPast });
};

/** America/Sao_Paulo → Sao Paulo. */
const zoneName = (zone: string): string => (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');
