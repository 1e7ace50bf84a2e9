import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { connectionsQuery } from '../../api/connections.ts';
import { queuesQuery } from '../../api/queues.ts';
import { userNamesQuery } from '../../api/users.ts';
import { NarrowingSelect } from '../../kit/narrowing-select.tsx';
import classes from './forms.module.css';

/** What the past is narrowed to; null is everything. */
export type ChosenScope = {
  readonly queue: string | null;
  readonly connection: string | null;
  readonly attendant: string | null;
};

type Props = {
  readonly value: ChosenScope;
  readonly onChange: (changed: Partial<ChosenScope>) => void;
};

/** A queue, a connection and an attendant to narrow the past to. */
export const ScopeFields = ({ value, onChange }: Props) => {
  const { t } = useTranslation();
  const { data: queues = [] } = useQuery(queuesQuery);
  const { data: connections = [] } = useQuery(connectionsQuery);
  const { data: users = [] } = useQuery(userNamesQuery);
  const fields = [
    { name: 'queue', all: t('eventExport.any'), data: queues },
    { name: 'connection', all: t('eventExport.any'), data: connections },
    { name: 'attendant', all: t('eventExport.anybody'), data: users },
  ] as const;
  return (
    <div className={classes.fields}>
      {fields.map(({ name, all, data }) => (
        <NarrowingSelect
          key={name}
          label={t(`eventExport.${name}`)}
          placeholder={all}
          value={value[name]}
          onChange={chosen => onChange({ [name]: chosen })}
          options={optionsOf(data, value[name], t('eventExport.gone'))}
        />
      ))}
    </div>
  );
};

/** What was chosen stays chosen when it is gone since. */
const optionsOf = (
  data: readonly { readonly id: string; readonly name: string }[],
  chosen: string | null,
  gone: string,
) => {
  const options = data.map(({ id, name }) => ({ value: id, label: name }));
  const isKnown = chosen === null || data.length === 0 || data.some(({ id }) => id === chosen);
  return isKnown ? options : [...options, { value: chosen, label: gone }];
};
