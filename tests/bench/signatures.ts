import { libraryCurve } from '#connector/signal/library-curve.ts';
import { differences, seededPair } from '#connector/signal/testing/compare-signatures.ts';
import { sign, verify } from '#connector/signal/xeddsa.ts';
import { helpIfAsked } from '#start/help.ts';

helpIfAsked(
  "Usage: node tests/bench/signatures.ts [pairs] [seed]\nCompares our signatures with the library's, and their processor time.",
);

/*
 * The signatures that the connector gives the WhatsApp library beside the library's own, with random keys, messages and
 * spoilt bits: `node tests/bench/signatures.ts [pairs] [seed]`. Tells what differs, and the processor's time of each.
 */

const [pairs = '10000', seed = 'bench'] = process.argv.slice(2);
const total = Number(pairs);
const library = { ...libraryCurve() };
const ours = { sign, verify };

const perCall = (calls: number, call: (n: number) => void): string => {
  const before = process.cpuUsage();
  for (let n = 0; n < calls; n++) call(n);
  const { user, system } = process.cpuUsage(before);
  return `${((user + system) / 1000 / calls).toFixed(3)} ms`;
};

const times = (curve: typeof library) => {
  const members = Array.from({ length: 20 }, (_, n) => seededPair(`${seed} member ${n}`));
  const signatures = members.map(({ privateKey, message }) => sign(privateKey, message));
  const check = (n: number) => {
    const { publicKey, message } = members[n % 20] ?? seededPair('');
    curve.verify(publicKey, message, signatures[n % 20] ?? Buffer.alloc(64));
  };
  const write = (n: number) => {
    const { privateKey, message } = members[n % 20] ?? seededPair('');
    curve.sign(privateKey, message);
  };
  perCall(40, check);
  perCall(40, write);
  return { check: perCall(200, check), sign: perCall(200, write) };
};

console.log('library', times(library), 'ours', times(ours));
let differing = 0;
for (let n = 0; n < total; n++)
  for (const difference of differences(`${seed} ${n}`, library, ours)) {
    differing += 1;
    console.log(difference);
  }
console.log(`${total} pairs, each signed, checked and checked with a bit spoilt: ${differing} differences`);
process.exitCode = differing === 0 ? 0 : 1;
