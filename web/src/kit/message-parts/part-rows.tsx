import { useTranslation } from 'react-i18next';
import type { CardKind, PartRow } from '#domain/message/parts.ts';
import { moneyText } from '#domain/shared/money.ts';
import { dateAndTime, phoneNumber } from '../../shared/formats.ts';
import { isAddress } from './is-address.ts';
import classes from './message-parts.module.css';
import { CopyCode } from './part-buttons.tsx';

type Props = { readonly rows: readonly PartRow[]; readonly of: CardKind };

/** Values with their names; what has a name alone is an entry of a list. */
export const PartRows = ({ rows, of }: Props) => {
  if (rows.length === 0) return null;
  const isList = of === 'options' || of === 'poll';
  return (
    <ul className={classes.rows} data-list={isList || undefined}>
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows of one card have no other name
        <li key={index}>
          <Row row={row} />
        </li>
      ))}
    </ul>
  );
};

const Row = ({ row }: { readonly row: PartRow }) => {
  const { t } = useTranslation();
  const label = row.name ? t(`parts.row.${row.name}`) : row.label;
  if (row.as === 'code') return <CopyCode label={label ?? ''} code={row.value} />;
  return (
    <>
      {label && <span className={classes.label}>{label}</span>}
      {row.value !== '' && (
        <span className={classes.value}>
          <Value row={row} />
        </span>
      )}
    </>
  );
};

const Value = ({ row: { value, as, currency } }: { readonly row: PartRow }) => {
  const { i18n } = useTranslation();
  if (as === 'money') return moneyText(value, currency, i18n.language);
  if (as === 'time') return Number.isNaN(Date.parse(value)) ? value : dateAndTime(value, i18n.language);
  if (as === 'phone') return phoneNumber(value);
  if (as !== 'link' || !isAddress(value)) return value;
  return (
    <a className={classes.link} href={value} target="_blank" rel="noopener noreferrer nofollow">
      {value}
    </a>
  );
};
