import { interruptedCode, onInterruption } from '#start/interruption.ts';
import type { Product } from '../system/product.ts';

/** Takes the product down when somebody ends the load before its time; answers how to forget about it. */
export const endOnSignal = (product: Product): (() => void) => {
  const gone = () => process.exit(interruptedCode);
  return onInterruption({ ask: () => void product.stop().then(gone, gone), force: gone });
};
