import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '#start/free-port.ts';

export type StartedProxy = { readonly url: string; readonly close: () => Promise<void> };
export type ProxyKind = keyof typeof proxies;

/** As their packages configure them, but for where they listen and what stands behind them. */
const proxies = {
  nginx: { program: 'nginx', version: '-v', more: '' },
  'nginx over HTTP/1.1': { program: 'nginx', version: '-v', more: 'proxy_http_version 1.1;' },
  caddy: { program: 'caddy', version: 'version', more: '' },
} as const;
export const proxyKinds = Object.keys(proxies) as readonly ProxyKind[];

export const isInstalled = (kind: ProxyKind): boolean =>
  spawnSync(proxies[kind].program, [proxies[kind].version]).status === 0;

/** Starts a proxy of this machine in front of a port. `close()` ends it. */
export const startProxy = async (kind: ProxyKind, port: number): Promise<StartedProxy> => {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-proxy-'));
  const own = await freePort();
  const { program, more } = proxies[kind];
  const file = join(folder, 'configuration');
  writeFileSync(file, (program === 'nginx' ? nginxFile : caddyFile)({ folder, own, port, more }));
  const args =
    program === 'nginx' ? ['-p', folder, '-c', file] : ['run', '--adapter', 'caddyfile', '--config', file];
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const child = spawn(program, args, { stdio: 'ignore', env });
  const ended = once(child, 'exit');
  while (child.exitCode === null && !(await answers(own)));
  return {
    url: `http://127.0.0.1:${own}`,
    close: async () => {
      child.kill();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

type Place = { readonly folder: string; readonly own: number; readonly port: number; readonly more: string };

const caddyFile = ({ own, port }: Place) =>
  `{\nadmin off\n}\nhttp://127.0.0.1:${own} {\nbind 127.0.0.1\nreverse_proxy 127.0.0.1:${port}\n}\n`;

const nginxFile = ({ folder, own, port, more }: Place) => {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map(name => `${name}_temp_path ${folder}/${name};`)
    .join(' ');
  return `daemon off; pid ${folder}/pid; error_log /dev/null; events {}
    http { access_log off; ${temporary}
      server { listen 127.0.0.1:${own}; location / { ${more} proxy_pass http://127.0.0.1:${port}; } } }`;
};

const answers = (port: number): Promise<boolean> =>
  new Promise(resolve => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => setTimeout(resolve, 20, false));
  });
