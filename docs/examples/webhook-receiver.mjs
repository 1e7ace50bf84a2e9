import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

const { WEBHOOK_SECRET = '', PORT = '4000' } = process.env;
const key = Buffer.from(WEBHOOK_SECRET.replace('whsec_', ''), 'base64');

/** One of the signatures is ours, over the bytes that came, and five minutes old at most. */
const isGenuine = (
  { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signatures = '' },
  body,
) => {
  const wanted = Buffer.from(
    `v1,${createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('base64')}`,
  );
  const given = signatures.split(' ').map(each => Buffer.from(each));
  const isFresh = Math.abs(Date.now() / 1000 - Number(time)) < 300;
  return isFresh && given.some(each => each.length === wanted.length && timingSafeEqual(each, wanted));
};

createServer(async (request, response) => {
  const body = await text(request);
  if (!isGenuine(request.headers, body)) return response.writeHead(401).end();
  response.writeHead(204).end();
  // The same id may come again: keep the ids that you have dealt with.
  console.log(request.headers['webhook-id'], body);
}).listen(Number(PORT), '127.0.0.1', () => console.log(`listening on ${PORT}`));
