import type { proto } from '@whiskeysockets/baileys';
import type { Draft, Readers } from './draft.ts';
import { card, link, row } from './part-makers.ts';

type Place = proto.Message.ILocationMessage;

/** Where a place is on a map; undefined without numbers that a map has. */
export const mapLink = ({ degreesLatitude, degreesLongitude }: Place): string | undefined => {
  if (degreesLatitude == null && degreesLongitude == null) return undefined;
  const [latitude, longitude] = [Number(degreesLatitude ?? 0), Number(degreesLongitude ?? 0)];
  if (!(Math.abs(latitude) <= 90) || !(Math.abs(longitude) <= 180)) return undefined;
  return `https://maps.google.com/maps?q=${encodeURIComponent(`${latitude},${longitude}`)}&z=17`;
};

export const describedPlace = ({ name, address, comment }: Place): string =>
  [name, address, comment].filter(Boolean).join(', ');

/** A place without numbers is what is written of it. */
const read = (place: Place): Draft => {
  const map = mapLink(place);
  const { contextInfo: context, jpegThumbnail: picture } = place;
  if (!map) {
    const rows = link('link', place.url);
    return { context, below: [card('place', { title: describedPlace(place), picture, rows })] };
  }
  const site = place.url ? [card('details', { rows: link('link', place.url) })] : [];
  return { mediaType: 'locationMessage', words: locationBody(place, map), below: site, context };
};

/** Image, link and description, parted by bars. Specification, core, section 3. */
const locationBody = (place: Place, map: string): string => {
  const thumbnail = place.jpegThumbnail?.length
    ? `data:image/jpeg;base64,${Buffer.from(place.jpegThumbnail).toString('base64')}`
    : '';
  const description = describedPlace(place);
  return [thumbnail, map, ...(description ? [description.replaceAll('|', ' ')] : [])].join('|');
};

export const placeReaders: Readers = {
  locationMessage: read,
  liveLocationMessage: ({ caption, ...place }) => read({ ...place, comment: caption ?? null }),
};

/** A place within another message, on a card of it. */
export const placeCard = (place: Place | null | undefined) =>
  place
    ? [
        card('place', {
          title: describedPlace(place),
          link: mapLink(place),
          picture: place.jpegThumbnail,
          rows: link('link', place.url),
        }),
      ]
    : [];

export const placeRows = (place: Place | null | undefined) =>
  place
    ? [...row('place', describedPlace(place)), ...link('link', mapLink(place)), ...link('link', place.url)]
    : [];
