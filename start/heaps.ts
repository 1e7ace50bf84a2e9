import { availableParallelism } from 'node:os';

export type HeapLimits = {
  /** Old generation of its heap, in MB. */
  readonly heapMb: number;
  /** What the collector of short-lived objects may fill between two runs; 4 by default. */
  readonly semiSpaceMb?: number;
  /** By how much its heap may grow between two full collections; some 30 % by default, as small heaps do. */
  readonly heapGrowthPercent?: number;
};

/**
 * Threads on which V8 collects garbage and compiles, beside each process's own. There are eight processes: with four
 * threads each, one that collected took the cores from all others for a fifth of a second.
 */
const helpers = Math.min(4, Math.max(1, Math.floor(availableParallelism() / 4)));

/** The heap of each process of one machine. */
export const heaps = {
  eventstore: { heapMb: 128, semiSpaceMb: 16 },
  simulator: { heapMb: 256 },
  projections: { heapMb: 192, semiSpaceMb: 16 },
  commands: { heapMb: 192, semiSpaceMb: 16 },
  // Each message makes many objects that live as long as it: with 4 MB a tenth more of the processor went to them.
  // A backlog of thousands stays under 150 MB with this growth, and over it with twice as much, which saves nothing.
  connector: { heapMb: 256, semiSpaceMb: 16, heapGrowthPercent: 40 },
  // Thousands of sockets that come back at once: with 4 MB half of the pauses were for what was copied too often.
  // And a full collection every two seconds, while programs outside send, made the slowest of their calls slow.
  gateway: { heapMb: 336, semiSpaceMb: 16, heapGrowthPercent: 200 },
  // Beside the gateway, while files are written.
  files: { heapMb: 256, semiSpaceMb: 8 },
} as const satisfies Record<string, HeapLimits>;

/** What Node is told of the memory of one service, as arguments of its process. */
export const heapFlags = ({ heapMb, semiSpaceMb = 4, heapGrowthPercent }: HeapLimits): string[] => [
  '--disable-warning=ExperimentalWarning',
  `--max-old-space-size=${heapMb}`,
  `--max-semi-space-size=${semiSpaceMb}`,
  `--v8-pool-size=${helpers}`,
  ...(heapGrowthPercent ? [`--heap-growing-percent=${heapGrowthPercent}`] : []),
];
