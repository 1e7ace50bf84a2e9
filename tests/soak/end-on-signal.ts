import type { Product } from '../system/product.ts';

/** Takes the product down when somebody ends the load before its time; answers how to forget about it. */
export const endOnSignal = (product: Product): (() => void) => {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  const end = () => {
    const gone = () => process.exit(130);
    product.stop().then(gone, gone);
  };
  for (const signal of signals) process.once(signal, end);
  return () => {
    for (const signal of signals) process.off(signal, end);
  };
};
