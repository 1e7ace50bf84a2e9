/** A period, played. */
export const PlayerPage = () => null;
