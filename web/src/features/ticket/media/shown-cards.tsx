import { IconMapPin, IconPhone, IconPhoneOutgoing, IconUser } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type Card, readCards } from '#domain/shared/vcard.ts';
import { readPlace } from '../../../shared/place.ts';
import classes from './media.module.css';
import { StartConversation } from './start-conversation.tsx';

/** A place, which opens on a map. */
export const PlaceCard = ({ body }: { body: string }) => {
  const { t } = useTranslation();
  const place = readPlace(body);
  if (!place) return <>{body}</>;
  return (
    <a className={classes.map} href={place.link} target="_blank" rel="noreferrer" data-testid="place">
      {place.picture ? (
        <img className={classes.mapPicture} src={place.picture} alt="" />
      ) : (
        <span className={classes.mapPicture}>
          <IconMapPin size={36} stroke={1.4} aria-hidden />
        </span>
      )}
      <span className={classes.mapWords}>
        <span className={classes.line}>{place.words || t('media.locationMessage')}</span>
        <span className={classes.small}>{t('files.openMap')}</span>
      </span>
    </a>
  );
};

/** The people that a message introduces. */
export const ContactCards = ({ body }: { body: string }) => {
  const { t } = useTranslation();
  const cards = readCards(body);
  if (cards.length === 0) return <>{body || t('media.vcard')}</>;
  return (
    <>
      {cards.map(card => (
        <ContactCard key={`${card.name} ${card.numbers.map(({ digits }) => digits).join()}`} card={card} />
      ))}
    </>
  );
};

const ContactCard = ({ card }: { readonly card: Card }) => {
  const { t } = useTranslation();
  const { name, numbers } = card;
  const number = numbers.find(({ digits }) => digits.length >= 8)?.digits;
  return (
    <div className={`${classes.card} ${classes.person}`} data-testid="contact-card">
      <IconUser size={28} stroke={1.4} aria-hidden />
      <span className={classes.words}>
        <span className={classes.line} title={name}>
          {name || t('media.vcard')}
        </span>
        {numbers.map(({ shown }) => (
          <span key={shown} className={`${classes.line} ${classes.small}`}>
            {shown}
          </span>
        ))}
      </span>
      {number && <StartConversation person={{ name, number }} />}
    </div>
  );
};

/** A call, which only the phone can answer. */
export const CallCard = ({ fromMe }: { readonly fromMe: boolean }) => {
  const { t } = useTranslation();
  const Picture = fromMe ? IconPhoneOutgoing : IconPhone;
  return (
    <div className={classes.card} data-testid="call">
      <Picture size={24} stroke={1.6} aria-hidden />
      <span className={classes.words}>
        <span className={classes.line}>{t(fromMe ? 'conversation.callOut' : 'conversation.call')}</span>
        {!fromMe && <span className={classes.small}>{t('conversation.callHint')}</span>}
      </span>
    </div>
  );
};
