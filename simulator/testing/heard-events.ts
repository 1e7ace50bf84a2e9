import type { BaileysEventMap } from '@whiskeysockets/baileys';

/** Everything a socket of the library told, by the kind of event and in order. */
export class HeardEvents {
  readonly #heard: { [K in keyof BaileysEventMap]?: BaileysEventMap[K][] } = {};

  add(events: Partial<BaileysEventMap>): void {
    for (const [name, data] of Object.entries(events)) {
      const known: unknown = Reflect.get(this.#heard, name);
      if (Array.isArray(known)) known.push(data);
      else Object.assign(this.#heard, { [name]: [data] });
    }
  }

  of<K extends keyof BaileysEventMap>(name: K): BaileysEventMap[K][] {
    return this.#heard[name] ?? [];
  }
}
