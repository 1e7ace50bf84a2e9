import { superviseToEnd } from './start/supervisor.ts';

process.exit(await superviseToEnd(process.env));
