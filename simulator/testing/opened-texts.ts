import { proto, type SocketConfig, unpadRandomMax16 } from '@whiskeysockets/baileys';

type MakeRepository = SocketConfig['makeSignalRepository'];

/**
 * The texts of single chats that a repository has opened, in the order in which it did. The library acknowledges what
 * it has opened before it tells of it, and forgets at its socket's end what it has not told yet: what reached a client
 * is seen here alone.
 */
export class OpenedTexts {
  readonly all: string[] = [];
  readonly #waiting = new Map<string, () => void>();

  recording(make: MakeRepository): MakeRepository {
    return (auth, logger, pnToLid) => {
      const repository = make(auth, logger, pnToLid);
      return {
        ...repository,
        decryptMessage: async sealed => {
          const padded = await repository.decryptMessage(sealed);
          this.#add(proto.Message.decode(unpadRandomMax16(padded)).conversation);
          return padded;
        },
      };
    };
  }

  /** Resolves once this text has been opened. */
  async until(text: string): Promise<void> {
    if (this.all.includes(text)) return;
    await new Promise<void>(resolve => this.#waiting.set(text, resolve));
  }

  #add(text: string | null | undefined): void {
    if (!text) return;
    this.all.push(text);
    this.#waiting.get(text)?.();
  }
}
