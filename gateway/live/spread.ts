import { type PingData, usualSpreadMs } from '#contracts/live.ts';
import { encodeFrame } from './connection.ts';

/** So many pages a second come back to a gateway while lists are still answered at once. */
const comersPerSecond = 1_600;
const stepMs = 500;

/** What the sign of life says to each of so many pages: over how long they should come back when they lose this gateway. */
export const pingData = (pages: number): PingData => {
  const spreadMs = Math.ceil((pages / comersPerSecond) * (1_000 / stepMs)) * stepMs;
  return spreadMs > usualSpreadMs ? { spreadMs } : {};
};

/** The sign of life in the bytes that go over the wire, made once for all who get it. */
export const createPingFrames = () => {
  let said: PingData = {};
  let frame = encodeFrame('ping', said, 0);
  return (pages: number): Buffer => {
    const data = pingData(pages);
    if (data.spreadMs !== said.spreadMs) frame = encodeFrame('ping', data, 0);
    said = data;
    return frame;
  };
};
