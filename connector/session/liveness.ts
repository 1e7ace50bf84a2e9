/** A socket, as far as it is listened to here. */
type Line = { readonly ws: { readonly on: (event: 'message', heard: () => void) => unknown } };

export const defaultProbeEveryMs = 20_000;

/** After so many probes without an answer, or anything else, the far side counts as gone. */
const unansweredProbes = 2.25;
const looksPerProbe = 4;

/**
 * Tells once when nothing has come from the server for too long, although it is asked every `probeEveryMs`: a
 * line can stay open with nobody there. At the latest after two and a half probes: 50 s by default. Returns how
 * to stop watching.
 */
export const watchLiveness = (
  socket: Line,
  { probeEveryMs, onSilent }: { readonly probeEveryMs: number; readonly onSilent: () => void },
): (() => void) => {
  let heardAt = performance.now();
  socket.ws.on('message', () => {
    heardAt = performance.now();
  });
  const looking = setInterval(() => {
    if (performance.now() - heardAt < probeEveryMs * unansweredProbes) return;
    clearInterval(looking);
    onSilent();
  }, probeEveryMs / looksPerProbe);
  return () => clearInterval(looking);
};
