import { helpIfAsked } from './start/help.ts';
import { superviseToEnd } from './start/supervisor.ts';

helpIfAsked(
  'Usage: npm start\nRuns everything on this machine until Ctrl-C. What it is told by the environment is in README.md and docs/operations.md.',
);

process.exit(await superviseToEnd(process.env));
