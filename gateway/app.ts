import cookie from '@fastify/cookie';
import jwt from '@fastify/jwt';
import multipart from '@fastify/multipart';
import websocket from '@fastify/websocket';
import { createAccessTokens } from './auth/access-tokens.ts';
import { createCallers } from './auth/callers.ts';
import { callerOf, guardRoutes } from './auth/guard.ts';
import { createKnownBrowsers } from './auth/known-browsers.ts';
import { createLoginLine } from './auth/login-line.ts';
import { createOwnPasswords } from './auth/own-passwords.ts';
import { createRefusalJournal } from './auth/refusal-journal.ts';
import { createSessionJournal } from './auth/session-journal.ts';
import { createSignsOfLife } from './auth/signs-of-life.ts';
import { createLoginThrottle } from './auth/throttle.ts';
import { createHeavyPlaces, limitHeavyCalls } from './bulk/heavy-calls.ts';
import { usualExportLimits } from './bulk/limits.ts';
import { createNumberChecks } from './contacts/check-number.ts';
import type { App, Gateway, GatewayDeps } from './gateway.ts';
import { addHealth } from './http/health.ts';
import { localCalls } from './http/local-calls.ts';
import { createMetrics, measureCalls } from './http/metrics.ts';
import { honourMinPosition } from './http/min-position.ts';
import { describeApi } from './http/openapi.ts';
import { refuseReversedPeriods } from './http/reversed-period.ts';
import { openServer } from './http/server.ts';
import { serveWebApp } from './http/web-app.ts';
import { createGreetings } from './live/greetings.ts';
import { createLiveHub } from './live/hub.ts';
import { startNotices } from './live/notices.ts';
import { createPresence } from './live/presence.ts';
import { createCatchUp } from './live/resume.ts';
import { createSocketLimits } from './live/socket-limits.ts';
import { brokenSocket, liveProtocol, liveRoomRoute, liveRoute } from './live/socket-route.ts';
import { createTurns, type Turns } from './live/turns.ts';
import { paceUpgrades } from './live/upgrade-gate.ts';
import { createMediaLinks } from './media/media-links.ts';
import { createCallLimits } from './outside/call-limits.ts';
import { createOutsideCallers } from './outside/outside-callers.ts';
import { outsideRoutes, outsideSettingRoutes } from './outside/outside-routes.ts';
import { createUsualConnection } from './outside/usual-connection.ts';
import { auditRoutes } from './routes/audit.ts';
import { ownAccountRoutes, sessionRoutes } from './routes/auth.ts';
import {
  connectionCommandRoutes,
  connectionReadRoutes,
  connectionSessionRoutes,
} from './routes/connections.ts';
import { contactImportRoutes } from './routes/contact-imports.ts';
import { contactReadRoutes, contactRoutes } from './routes/contacts.ts';
import { dashboardRoutes } from './routes/dashboard.ts';
import { erasureRoutes } from './routes/erasures.ts';
import { eventExportRoutes } from './routes/event-exports.ts';
import { integrityRoutes } from './routes/integrity.ts';
import { mediaRoutes } from './routes/media.ts';
import { messageRoutes } from './routes/messages.ts';
import { noticeRoutes } from './routes/notices.ts';
import { questionRoutes } from './routes/questions.ts';
import { queueOptionRoutes } from './routes/queue-options.ts';
import { queueRoutes } from './routes/queues.ts';
import { recordRoutes } from './routes/records.ts';
import { replayRoutes } from './routes/replay.ts';
import { replayPlayerRoutes } from './routes/replay-player.ts';
import { scheduleCommandRoutes, scheduleReadRoutes } from './routes/schedules.ts';
import { companyHoursRoutes, companyTextRoutes, settingRoutes } from './routes/settings.ts';
import { setupRoutes } from './routes/setup.ts';
import { simulatorRoutes } from './routes/simulator.ts';
import { ticketTagRoutes } from './routes/tags.ts';
import { ticketNoteRoutes } from './routes/ticket-notes.ts';
import { ticketCommandRoutes, ticketReadRoutes } from './routes/tickets.ts';
import { userRoutes } from './routes/users.ts';
import { whatIfRoutes } from './routes/what-if.ts';

const largestMessage = 8 * 1024;
/** Fewer than the connections of the pool, which all calls share. */
const loginsAtOnce = 3;
const mostLoginsWaiting = 1_000;

/**
 * The gateway's HTTP server and live channel over what it is given; it listens when told to. `close()` ends its
 * sockets and its own database listener, and leaves the pools and the store to whoever opened them.
 */
export const buildApp = async (deps: GatewayDeps): Promise<App> => {
  const app = openServer(deps);
  await app.register(cookie);
  await app.register(jwt, {
    secret: deps.secrets.jwtKey,
    sign: { algorithm: 'HS256' },
    verify: { algorithms: ['HS256'], cache: 5_000 },
  });
  // A file that is too large is read to its end, so that the browser hears why it is refused.
  await app.register(multipart, { throwFileSizeLimit: false });
  const inTurn = createTurns(app.server);
  await app.register(websocket, {
    errorHandler: brokenSocket,
    options: {
      ...{ maxPayload: largestMessage, perMessageDeflate: false, handleProtocols: liveProtocol },
      // One message of a socket in each turn of the event loop: calls go in between.
      allowSynchronousEvents: false,
      server: paceUpgrades(app.server, inTurn),
    },
  });
  const gateway = assemble(app, deps, inTurn);
  measureCalls(app, gateway.metrics);
  await describeApi(app, deps.version);
  addHealth(app, gateway);
  app.addHook('preSerialization', async (_request, _reply, payload) =>
    gateway.mediaLinks.withPictures(payload),
  );
  await registerCalls(app, gateway);
  await app.register(scope(live => liveRoute(live, gateway)));
  await serveWebApp(app, deps.webDir);
  return app;
};

const assemble = (app: App, deps: GatewayDeps, inTurn: Turns): Gateway => {
  const metrics = createMetrics();
  if (deps.processMetrics) metrics.watchProcess();
  const tokens = createAccessTokens(app.jwt, deps.accessTokenSeconds);
  const callers = createCallers(deps.pool, deps.positions, deps.secrets.refreshKey);
  const mediaLinks = createMediaLinks(deps.secrets.jwtKey);
  const hub = createLiveHub({ ...deps, callers, metrics, mediaLinks });
  const presence = createPresence({ ...deps, callers, metrics });
  const numberChecks = createNumberChecks(deps.pool);
  const outsideCallers = createOutsideCallers(deps);
  const usualConnection = createUsualConnection(deps);
  const callLimits = createCallLimits(deps.pool, deps.secrets.refreshKey, deps.outsideLimits);
  const notices = startNotices(deps, { callers, outsideCallers, hub, presence, numberChecks });
  const greetings = createGreetings({ ...deps, mediaLinks });
  const catchUp = createCatchUp({ ...deps, mediaLinks });
  app.addHook('preClose', async () => hub.close());
  app.addHook('onClose', async () => {
    callers.close();
    greetings.close();
    usualConnection.close();
    const journals = [sessionJournal.close(), refusalJournal.close()];
    await Promise.all([notices.close(), presence.close(), outsideCallers.close(), ...journals]);
  });
  const throttle = createLoginThrottle(deps.pool, deps.secrets.refreshKey);
  const knownBrowsers = createKnownBrowsers(deps.secrets.refreshKey);
  const loginLine = createLoginLine({ atOnce: loginsAtOnce, mostWaiting: mostLoginsWaiting });
  const socketLimits = createSocketLimits(deps.liveSockets, limit => metrics.refusedSockets.inc({ limit }));
  const signsOfLife = createSignsOfLife(deps.pool, deps.log);
  const sessionJournal = createSessionJournal(deps);
  const refusalJournal = createRefusalJournal(deps);
  const ownPasswords = createOwnPasswords(deps.pool, deps.secrets.refreshKey);
  const auth = {
    ...{ tokens, callers, throttle, knownBrowsers, loginLine, signsOfLife, ownPasswords },
    ...{ sessionJournal, refusalJournal },
  };
  const live = { hub, presence, socketLimits, greetings, catchUp, inTurn };
  const outside = { outsideCallers, callLimits, usualConnection };
  const isLocal = localCalls(deps);
  const bulk = {
    exportLimits: { ...usualExportLimits, ...deps.exportLimits },
    heavyPlaces: createHeavyPlaces(),
  };
  return { ...deps, ...auth, ...live, ...outside, ...bulk, metrics, mediaLinks, numberChecks, isLocal };
};

/** Every call under /api, each kind of caller in a scope of its own. */
export const registerCalls = async (app: App, gateway: Gateway): Promise<void> => {
  const prefix = '/api';
  await app.register(
    scope(api => openRoutes(api, gateway)),
    { prefix },
  );
  await app.register(
    scope(api => sessionOnlyRoutes(api, gateway)),
    { prefix },
  );
  await app.register(
    scope(api => outsideRoutes(api, gateway)),
    { prefix },
  );
};

/** Routes with hooks of their own. */
const scope = (routes: (app: App) => void) => (app: App, _options: object, done: () => void) => {
  routes(app);
  done();
};

const openRoutes = (api: App, gateway: Gateway) => {
  sessionRoutes(api, gateway);
  setupRoutes(api, gateway);
  mediaRoutes(api, gateway);
};

const sessionOnlyRoutes = (api: App, gateway: Gateway) => {
  guardRoutes(api, gateway);
  honourMinPosition(api, gateway);
  refuseReversedPeriods(api);
  limitHeavyCalls(api, gateway.heavyPlaces, request => {
    const { id, companyId } = callerOf(request).user;
    return { owner: id, company: companyId };
  });
  ownAccountRoutes(api, gateway);
  liveRoomRoute(api, gateway);
  ticketReadRoutes(api, gateway);
  ticketCommandRoutes(api, gateway);
  messageRoutes(api, gateway);
  connectionReadRoutes(api, gateway);
  connectionCommandRoutes(api, gateway);
  connectionSessionRoutes(api, gateway);
  userRoutes(api, gateway);
  settingRoutes(api, gateway);
  companyTextRoutes(api, gateway);
  companyHoursRoutes(api, gateway);
  contactReadRoutes(api, gateway);
  contactRoutes(api, gateway);
  contactImportRoutes(api, gateway);
  ticketTagRoutes(api, gateway);
  ticketNoteRoutes(api, gateway);
  recordRoutes(api, gateway);
  questionRoutes(api, gateway);
  scheduleReadRoutes(api, gateway);
  scheduleCommandRoutes(api, gateway);
  noticeRoutes(api, gateway);
  dashboardRoutes(api, gateway);
  replayPlayerRoutes(api, gateway);
  replayRoutes(api, gateway);
  whatIfRoutes(api, gateway);
  queueRoutes(api, gateway);
  queueOptionRoutes(api, gateway);
  erasureRoutes(api, gateway);
  auditRoutes(api, gateway);
  integrityRoutes(api, gateway);
  outsideSettingRoutes(api, gateway);
  eventExportRoutes(api, gateway);
  api.register(scope(simulator => simulatorRoutes(simulator, gateway)));
};
