import {
  type Icon,
  IconBuildingStore,
  IconCalendarEvent,
  IconChartBar,
  IconCreditCard,
  IconFileInvoice,
  IconLink,
  IconListDetails,
  IconMapPin,
  IconPhone,
  IconShoppingCart,
  IconSpeakerphone,
  IconTag,
  IconUsers,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Card, CardKind } from '#domain/message/parts.ts';
import { FormattedText } from '../../shared/formatted-text.tsx';
import { isAddress } from './is-address.ts';
import classes from './message-parts.module.css';
import { PartButtons } from './part-buttons.tsx';
import { PartPicture } from './part-picture.tsx';
import { PartRows } from './part-rows.tsx';

const icons: Readonly<Partial<Record<CardKind, Icon>>> = {
  ad: IconSpeakerphone,
  link: IconLink,
  order: IconShoppingCart,
  product: IconTag,
  catalog: IconTag,
  event: IconCalendarEvent,
  call: IconPhone,
  poll: IconChartBar,
  pollResult: IconChartBar,
  pix: IconCreditCard,
  payment: IconCreditCard,
  paymentRequest: IconCreditCard,
  paymentDeclined: IconCreditCard,
  paymentCancelled: IconCreditCard,
  paymentInvite: IconCreditCard,
  invoice: IconFileInvoice,
  groupInvite: IconUsers,
  channelInvite: IconUsers,
  place: IconMapPin,
  shop: IconBuildingStore,
  phoneRequest: IconPhone,
};

/** A thing of its own within a message: an ad, an order, a Pix key, the options of a poll. */
export const PartCard = ({ card }: { readonly card: Card }) => {
  const { t } = useTranslation();
  const { of, title, text, footer, link, picture, rows = [], buttons = [] } = card;
  const Icon = icons[of] ?? IconListDetails;
  return (
    <div className={classes.card} data-testid={`card-${of}`}>
      {picture && <PartPicture picture={picture} className={classes.picture} />}
      <div className={classes.kind}>
        <Icon size={14} aria-hidden />
        {t(`parts.card.${of}`)}
      </div>
      {title && <div className={classes.cardTitle}>{title}</div>}
      {text && (
        <div>
          <FormattedText text={text} />
        </div>
      )}
      <PartRows rows={rows} of={of} />
      {link &&
        (isAddress(link) ? (
          <a className={classes.link} href={link} target="_blank" rel="noopener noreferrer nofollow">
            {link}
          </a>
        ) : (
          <div>{link}</div>
        ))}
      {footer && (
        <div className={classes.footer}>
          <FormattedText text={footer} />
        </div>
      )}
      {buttons.length > 0 && <PartButtons buttons={buttons} />}
    </div>
  );
};
