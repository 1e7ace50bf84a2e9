import { shareFirstStart } from './product.ts';

/** Runs once before the whole-product stories of a run; what it returns runs after them. */
export default shareFirstStart;
