/* Preloaded into a process that is measured: tells its parent, a few times a second, what its memory holds. */

const everyMs = 100;

setInterval(() => {
  const { heapUsed, external } = process.memoryUsage();
  process.send?.({ heapAndExternal: heapUsed + external });
}, everyMs).unref();
