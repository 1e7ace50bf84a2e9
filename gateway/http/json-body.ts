import type { App } from '../gateway.ts';
import { jsonWithoutNul } from './no-nul.ts';

/** Clients send a JSON content type with no body at all: that is no body, not a broken one. */
export const acceptEmptyJson = (app: App): void => {
  const parseJson = app.getDefaultJsonParser('error', 'ignore');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) done(null, undefined);
    else void parseJson(request, jsonWithoutNul(body.toString()), done);
  });
};
