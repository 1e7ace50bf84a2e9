import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { openDatabase } from '#projections/database.ts';
import { openTenants } from '#projections/tenant.ts';
import { refusalOf } from '../errors/mapper.ts';
import { openAnswer } from './open-answer.ts';
import type { BulkSite } from './writers.ts';

/**
 * A process beside a gateway that writes what grows with a company: it answers each job that is posted to its socket,
 * and ends with the gateway. What it does to its memory or its processor nobody else feels.
 */
const { DATABASE_URL: url = '', BULK_SOCKET: socket = '' } = process.env;
const pool = openDatabase(url, { max: 4 });
const site: BulkSite = { pool, tenants: openTenants(pool, { max: 8 }) };

const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  try {
    const stream = await openAnswer(site, JSON.parse(await text(request)));
    response.writeHead(200);
    await pipeline(stream, response);
  } catch (error) {
    // Half an answer is known by its end: there is none.
    if (response.headersSent) return void response.destroy();
    const { code, message, details } = refusalOf(error);
    const fault = code === 'ERR_INTERNAL' ? String(error instanceof Error ? error.stack : error) : undefined;
    response.writeHead(500).end(JSON.stringify({ code, message, details, fault }));
  }
};

const server = createServer((request, response) => void answer(request, response));
server.listen(socket, () => process.send?.('listening'));
process.once('disconnect', () => process.exit());
