/** A tar archive is a row of blocks of 512 bytes; see the POSIX standard, "ustar Interchange Format". */
const block = 512;
const largest = 8 * 1024 ** 3 - 1;

export const endOfTar = Buffer.alloc(2 * block);

/** The header of an entry. Throws for a name or a size that the format has no room for. */
export const tarHeader = (name: string, size: number): Buffer => {
  if (size > largest) throw new Error(`${name} is too large for a backup (8 GiB).`);
  const { prefix, rest } = splitName(name);
  const header = Buffer.alloc(block);
  header.write(rest, 0);
  header.write('0000600\0', 100);
  header.write('0000000\0', 108);
  header.write('0000000\0', 116);
  header.write(`${octal(size, 11)}\0`, 124);
  header.write(`${octal(Math.floor(Date.now() / 1000), 11)}\0`, 136);
  header.write('        0', 148);
  header.write('ustar\0', 257);
  header.write('00', 263);
  header.write(prefix, 345);
  header.write(`${octal(checksum(header), 6)}\0 `, 148);
  return header;
};

/** What fills the last block of an entry. */
export const tarPadding = (size: number): Buffer => Buffer.alloc(paddingOf(size));

const splitName = (name: string): { prefix: string; rest: string } => {
  if (Buffer.byteLength(name) <= 100) return { prefix: '', rest: name };
  const cut = name.indexOf('/', Math.max(0, name.length - 101));
  const [prefix, rest] = [name.slice(0, cut), name.slice(cut + 1)];
  if (cut <= 0 || Buffer.byteLength(rest) > 100 || Buffer.byteLength(prefix) > 155)
    throw new Error(`The name ${name} is too long for a backup.`);
  return { prefix, rest };
};

const paddingOf = (size: number) => (block - (size % block)) % block;
const octal = (value: number, digits: number) => value.toString(8).padStart(digits, '0');

/** The sum of all bytes of a header, its own field taken for spaces. */
const checksum = (header: Buffer): number =>
  header.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 32 : byte), 0);

export type TarEntry = {
  readonly name: string;
  readonly size: number;
  /** The content, once; what is left unread is skipped. */
  readonly content: AsyncIterable<Buffer>;
};

/** The entries of an archive, one after another. Throws for what is no archive, or ends too early. */
export async function* readTar(source: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const bytes = takeFrom(source);
  for (;;) {
    const header = await bytes.exactly(block);
    if (header.every(byte => byte === 0)) return;
    const sum = Number.parseInt(header.toString('latin1', 148, 156), 8);
    if (sum !== checksum(header)) throw new Error('a header is damaged');
    const size = Number.parseInt(header.toString('latin1', 124, 136), 8);
    const [name, prefix] = [text(header, 0, 100), text(header, 345, 155)];
    let left = size;
    async function* content() {
      while (left > 0) {
        const chunk = await bytes.upTo(left);
        left -= chunk.length;
        yield chunk;
      }
    }
    yield { name: prefix ? `${prefix}/${name}` : name, size, content: content() };
    while (left > 0) left -= (await bytes.upTo(left)).length;
    await bytes.exactly(paddingOf(size));
  }
}

const text = (header: Buffer, from: number, length: number): string => {
  const field = header.subarray(from, from + length);
  const end = field.indexOf(0);
  return field.toString('utf8', 0, end < 0 ? length : end);
};

const takeFrom = (source: AsyncIterable<Buffer>) => {
  const iterator = source[Symbol.asyncIterator]();
  let held: Buffer = Buffer.alloc(0);
  const upTo = async (size: number): Promise<Buffer> => {
    while (held.length === 0) {
      const next = await iterator.next();
      if (next.done) throw new Error('the file ends too early');
      held = next.value;
    }
    const taken = held.subarray(0, size);
    held = held.subarray(taken.length);
    return taken;
  };
  const exactly = async (size: number): Promise<Buffer> => {
    const parts: Buffer[] = [];
    for (let left = size; left > 0; left -= parts.at(-1)?.length ?? 0) parts.push(await upTo(left));
    return Buffer.concat(parts);
  };
  return { upTo, exactly };
};
