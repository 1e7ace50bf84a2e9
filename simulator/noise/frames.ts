const HEADER_BYTES = 3;

/** Prefixes a frame with its length in three big-endian bytes. */
export function frame(payload: Uint8Array): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUIntBE(payload.length, 0, HEADER_BYTES);
  return Buffer.concat([header, payload]);
}

/** Collects socket chunks and hands out whole pieces, however the bytes were cut. */
export class FrameReader {
  #pending: Buffer = Buffer.alloc(0);

  push(chunk: Buffer): void {
    this.#pending = this.#pending.length === 0 ? chunk : Buffer.concat([this.#pending, chunk]);
  }

  /** The client's four-byte intro, after a routing block if it sent one; undefined while incomplete. */
  takeIntro(): Buffer | undefined {
    const start = this.#routingBlockLength();
    if (start === undefined || this.#pending.length < start + 4) return undefined;
    const intro = this.#pending.subarray(start, start + 4);
    this.#pending = this.#pending.subarray(start + 4);
    return intro;
  }

  /** The next whole frame without its length; undefined while incomplete. */
  takeFrame(): Buffer | undefined {
    if (this.#pending.length < HEADER_BYTES) return undefined;
    const end = HEADER_BYTES + this.#pending.readUIntBE(0, HEADER_BYTES);
    if (this.#pending.length < end) return undefined;
    const payload = this.#pending.subarray(HEADER_BYTES, end);
    this.#pending = this.#pending.subarray(end);
    return payload;
  }

  #routingBlockLength(): number | undefined {
    if (this.#pending.length < 4) return undefined;
    if (this.#pending.toString('latin1', 0, 2) !== 'ED') return 0;
    if (this.#pending.length < 7) return undefined;
    return 7 + this.#pending.readUIntBE(4, 3);
  }
}
