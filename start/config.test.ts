import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { ConfigError, readConfig, required } from './config.ts';
import { loadSecrets } from './secrets.ts';

const folders: string[] = [];
const folder = () => {
  const made = mkdtempSync(join(tmpdir(), 'balcao-config-'));
  folders.push(made);
  return made;
};
afterEach(() => {
  for (const made of folders.splice(0)) rmSync(made, { recursive: true, force: true });
});

const database = 'postgresql://user:secret@db/balcao';

describe('configuration', () => {
  it('has a default for everything', () => {
    expect(readConfig({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      dataDir: resolve('data'),
      databaseUrl: undefined,
      simulator: true,
      demo: true,
      logLevel: 'info',
      autoCloseHours: 24,
      menuPause: { forMs: 2_500, mostMs: 6_000 },
    });
  });

  it('leaves simulator and demo off as soon as a store of its own is given', () => {
    expect(readConfig({ DATABASE_URL: database })).toMatchObject({ simulator: false, demo: false });
    expect(readConfig({ EVENTSTORE_URL: 'esdb://store:2113?tls=false' })).toMatchObject({ simulator: false });
    expect(readConfig({ DATABASE_URL: database, SIMULATOR: 'on' })).toMatchObject({
      simulator: true,
      demo: true,
    });
    expect(readConfig({ DEMO: 'off' })).toMatchObject({ simulator: true, demo: false });
    expect(readConfig({})).toMatchObject({ simulatorForAll: false });
    expect(readConfig({ SIMULATOR: 'on' })).toMatchObject({ simulatorForAll: true });
  });

  it('lets outsiders name those private destinations alone that it is told', () => {
    expect([...readConfig({}).outboundAllowed]).toEqual([]);
    const { outboundAllowed } = readConfig({
      OUTBOUND_ALLOW: '127.0.0.1:4000, Receiver.internal:443,[::1]:80',
    });
    expect([...outboundAllowed]).toEqual(['127.0.0.1:4000', 'receiver.internal:443', '[::1]:80']);
    for (const wrong of ['127.0.0.1', '*', '10.0.0.0/8', 'http://a.b:80', '127.0.0.1:4000/x'])
      expect(() => readConfig({ OUTBOUND_ALLOW: wrong })).toThrow(ConfigError);
  });

  it('believes forwarded headers of those proxies alone that it is told', () => {
    expect(readConfig({}).trustedProxies).toEqual([]);
    expect(readConfig({ TRUST_PROXY: 'off' }).trustedProxies).toEqual([]);
    expect(readConfig({ TRUST_PROXY: '10.0.0.5, fd00::/8,loopback' }).trustedProxies).toEqual([
      '10.0.0.5',
      'fd00::/8',
      'loopback',
    ]);
    for (const everybody of [
      'on',
      'true',
      '1',
      '*',
      '0.0.0.0/0',
      '::/0',
      '10.0.0.0/33',
      'proxy.example',
      '10.0.0.5,',
    ])
      expect(() => readConfig({ TRUST_PROXY: everybody })).toThrow(
        /^TRUST_PROXY is ".*"; it must be addresses/,
      );
  });

  it('takes an empty value as not set', () => {
    expect(readConfig({ PORT: '', SIMULATOR: '', DATABASE_URL: '' })).toMatchObject({
      port: 3000,
      simulator: true,
    });
  });

  it('keeps checkpoints of the history beside the data, or where it is told', () => {
    expect(readConfig({ DATA_DIR: '/var/balcao' }).checkpoints).toEqual({
      ...{ folder: '/var/balcao/checkpoints', events: 10_000, minutes: 60 },
    });
    const told = { CHECKPOINTS_DIR: '/mnt/other', CHECKPOINT_EVENTS: '5', CHECKPOINT_MINUTES: '0.5' };
    expect(readConfig(told).checkpoints).toEqual({ folder: '/mnt/other', events: 5, minutes: 0.5 });
  });

  it.each([
    ['PORT', 'abc', 'PORT is "abc"; it must be a port number from 0 to 65535.'],
    ['PORT', '70000', 'PORT is "70000"; it must be a port number from 0 to 65535.'],
    [
      'API_CALLS_PER_MINUTE',
      '0',
      'API_CALLS_PER_MINUTE is "0"; it must be a whole number from 1 to 1000000.',
    ],
    ['LIVE_SOCKETS', '0', 'LIVE_SOCKETS is "0"; it must be a whole number from 1 to 1000000.'],
    ['SIMULATOR', 'yes', 'SIMULATOR is "yes"; it must be on or off.'],
    [
      'LOG_LEVEL',
      'loud',
      'LOG_LEVEL is "loud"; it must be fatal, error, warn, info, debug, trace or silent.',
    ],
  ])('refuses %s=%s in one sentence', (name, value, sentence) => {
    expect(() => readConfig({ [name]: value })).toThrow(new ConfigError(sentence));
  });

  it('never repeats a value that may hold a password', () => {
    expect(() => readConfig({ DATABASE_URL: 'mysql://root:secret@db' })).toThrow(
      /^(?!.*secret).*postgres:\/\//,
    );
    expect(() => readConfig({ DEMO_PASSWORD: 'short' })).toThrow(/^(?!.*"short").*8 characters/);
    expect(() => readConfig({ METRICS_TOKEN: 'short' })).toThrow(/^(?!.*short).*16 characters/);
  });

  it('reads a value from the file that NAME_FILE names', () => {
    const file = join(folder(), 'url');
    writeFileSync(file, `${database}\n`);
    expect(readConfig({ DATABASE_URL_FILE: file }).databaseUrl).toBe(database);
    expect(() => readConfig({ DATABASE_URL_FILE: '/nowhere' })).toThrow('DATABASE_URL_FILE is "/nowhere"');
  });

  it('wants certificate and key, user and password of the event store node together', () => {
    const files = { EVENTSTORE_TLS_CERT: 'cert.pem', EVENTSTORE_TLS_KEY: '/keys/key.pem' };
    const account = { EVENTSTORE_USER: 'balcao', EVENTSTORE_PASSWORD: 'long enough' };
    expect(readConfig({ ...files, ...account, EVENTSTORE_HOST: '0.0.0.0' }).eventstoreAccess).toEqual({
      host: '0.0.0.0',
      tls: { certificateFile: resolve('cert.pem'), keyFile: '/keys/key.pem' },
      account: { user: 'balcao', password: 'long enough' },
    });
    expect(readConfig({}).eventstoreAccess).toEqual({ host: '127.0.0.1' });
    expect(() => readConfig({ EVENTSTORE_TLS_KEY: 'key.pem' })).toThrow('must be set together');
    expect(() => readConfig({ EVENTSTORE_USER: 'balcao' })).toThrow('must be set together');
    expect(() => readConfig({ ...account, EVENTSTORE_PASSWORD: 'short' })).toThrow(
      /^(?!.*short).*8 characters/,
    );
  });

  it('names the setting that a service cannot do without', () => {
    expect(() => required(readConfig({}), 'databaseUrl')).toThrow('DATABASE_URL is not set');
  });
});

describe('secrets', () => {
  it('are made once, for the owner alone', () => {
    const dataDir = folder();
    const first = loadSecrets(dataDir, {});
    expect(loadSecrets(dataDir, {})).toEqual(first);
    expect(Buffer.from(first.waKey, 'base64')).toHaveLength(32);
    expect(Buffer.from(first.personalKey, 'base64')).toHaveLength(32);
    expect(new Set(Object.values(first)).size).toBe(4);
    expect(statSync(join(dataDir, 'secrets.json')).mode & 0o777).toBe(0o600);
  });

  it('come from the environment where it gives them', () => {
    const dataDir = folder();
    const jwtKey = 'a'.repeat(32);
    expect(loadSecrets(dataDir, { JWT_SECRET: jwtKey }).jwtKey).toBe(jwtKey);
    expect(() => loadSecrets(dataDir, { JWT_SECRET: 'short' })).toThrow('JWT_SECRET is too short');
    expect(() => loadSecrets(dataDir, { WA_KEY: 'c2hvcnQ=' })).toThrow('WA_KEY is not 32 bytes');
    expect(() => loadSecrets(dataDir, { PERSONAL_KEY: 'c2hvcnQ=' })).toThrow('PERSONAL_KEY is not 32 bytes');
  });

  it('of an older installation get the key of personal data, the same in whatever process', () => {
    const [one, other] = [folder(), folder()];
    const old = { jwtKey: 'a'.repeat(32), refreshKey: 'b'.repeat(32), waKey: 'c'.repeat(43) };
    for (const dataDir of [one, other]) writeFileSync(join(dataDir, 'secrets.json'), JSON.stringify(old));
    const added = loadSecrets(one, {});
    expect(added).toEqual({ ...old, personalKey: loadSecrets(other, {}).personalKey });
    expect(Buffer.from(added.personalKey, 'base64')).toHaveLength(32);
    expect(JSON.parse(readFileSync(join(one, 'secrets.json'), 'utf8'))).toEqual(added);
    expect(statSync(join(one, 'secrets.json')).mode & 0o777).toBe(0o600);
  });

  it('are not made anew over a file that cannot be understood', () => {
    const dataDir = folder();
    writeFileSync(join(dataDir, 'secrets.json'), '{}');
    expect(() => loadSecrets(dataDir, {})).toThrow(ConfigError);
  });
});
