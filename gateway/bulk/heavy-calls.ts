import type { FastifyRequest } from 'fastify';
import type { App } from '../gateway.ts';
import { overSignal } from './over.ts';
import { type Asking, createPlaces } from './places.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * The work for it grows with the company. `file`: so does its answer, which is written piece by piece; `figures`:
     * its answer is short, and Postgres works long for it, or writes much.
     */
    heavy?: 'file' | 'figures';
  }
}

const patienceMs = 30_000;
const perGateway = 4;
const perPerson = 2;
const maxWaiting = 100;

const placesFor = () =>
  createPlaces({
    ...{ atOnce: perGateway, each: perPerson, maxWaiting, patienceMs },
    refusal: 'ERR_TOO_MANY_EXPORTS',
  });

/** The places of a gateway, for people and programs together. */
export const createHeavyPlaces = () => ({ file: placesFor(), figures: placesFor() });
export type HeavyPlaces = ReturnType<typeof createHeavyPlaces>;

/**
 * Of the heavy calls of this scope few go on at a time, of one person fewer. The others wait, by turns of the companies,
 * and are refused with ERR_TOO_MANY_EXPORTS when their turn does not come. Whose caller leaves gives its place back.
 */
export const limitHeavyCalls = (
  app: App,
  places: HeavyPlaces,
  askingOf: (request: FastifyRequest) => Asking,
): void => {
  app.addHook('preHandler', async (request, reply) => {
    const { heavy } = request.routeOptions.config;
    if (!heavy) return;
    const over = overSignal(reply);
    over.addEventListener('abort', await places[heavy].take(askingOf(request), over));
  });
};
