import { IconMapPin, IconUser } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { readCards, readPlace } from './cards.ts';
import classes from './media.module.css';

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
      {cards.map(({ name, numbers }) => (
        <div key={`${name} ${numbers.join()}`} className={classes.card} data-testid="contact-card">
          <IconUser size={28} stroke={1.4} aria-hidden />
          <span className={classes.words}>
            <span className={classes.line}>{name || t('media.vcard')}</span>
            {numbers.map(number => (
              <span key={number} className={`${classes.line} ${classes.small}`}>
                {number}
              </span>
            ))}
          </span>
        </div>
      ))}
    </>
  );
};
