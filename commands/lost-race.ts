/** Others wrote to the same stream each time: the same command may succeed when it is given again. */
export class LostRace extends Error {
  override readonly name = 'LostRace';
}
