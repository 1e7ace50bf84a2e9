import { shareTestPostgres } from './testing.ts';

/** Runs once before the int tests of a run; what it returns runs after them. */
export default shareTestPostgres;
