import { viewOf } from './data-view';
import { ExtractError } from './extract-error';

const MAGIC = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
const HEADER_BYTES = 512;
const ENTRY_BYTES = 128;
const ENTRIES_MAX = 100_000;
/** Sector numbers from here on have no sector. */
const REGULAR_MAX = 0xfffffffa;
const NO_ENTRY = 0xffffffff;
const STORAGE = 1;
const STREAM = 2;
const ROOT = 5;
const DIFAT_IN_HEADER = 109;

/** A stream or a storage within the file. */
interface CompoundEntry {
  /** From the root, such as `ObjectPool/_1/Ole10Native`. */
  readonly path: string;
  readonly isStorage: boolean;
  readonly start: number;
  readonly sizeBytes: number;
}

/** Whether the bytes begin like a compound file: a file system in a file, as office programs wrote until 2007. */
export function isCompoundFile(bytes: Uint8Array): boolean {
  return MAGIC.every((byte, at) => bytes[at] === byte);
}

/**
 * A compound file, as [MS-CFB] describes it. Every chain of it is followed once in the beginning, so that a library
 * that reads it after this meets no circle.
 */
export class CompoundFile {
  readonly entries: readonly CompoundEntry[];
  private readonly view: DataView;
  private readonly sectorBytes: number;
  private readonly miniBytes: number;
  private readonly miniCutoff: number;
  private readonly fat: Uint32Array;
  private readonly miniFat: Uint32Array;
  private miniStream: Uint8Array = new Uint8Array();
  private followed = 0;

  /** @throws ExtractError when it is damaged */
  constructor(private readonly bytes: Uint8Array) {
    if (!isCompoundFile(bytes) || bytes.length < HEADER_BYTES) throw damagedCompound('its beginning is missing');
    this.view = viewOf(bytes);
    this.sectorBytes = this.shifted(30, 7, 16);
    this.miniBytes = this.shifted(32, 4, 9);
    this.miniCutoff = this.view.getUint32(56, true);
    this.fat = this.sectorTable();
    this.miniFat = numbersOf(this.chain(this.view.getUint32(60, true)));
    this.entries = this.directory(this.chain(this.view.getUint32(48, true)));
  }

  /** @returns nothing when there is no such stream */
  read(path: string): Uint8Array | undefined {
    const entry = this.entries.find((found) => found.path === path && !found.isStorage);
    return entry && this.contentOf(entry);
  }

  has(path: string): boolean {
    return this.entries.some((entry) => entry.path === path);
  }

  private contentOf({ start, sizeBytes }: CompoundEntry): Uint8Array {
    if (sizeBytes === 0) return new Uint8Array();
    return sizeBytes < this.miniCutoff ? this.miniChain(start, sizeBytes) : this.chain(start).subarray(0, sizeBytes);
  }

  private shifted(at: number, least: number, most: number): number {
    const shift = this.view.getUint16(at, true);
    if (shift < least || shift > most) throw damagedCompound('its sectors have an impossible size');
    return 2 ** shift;
  }

  /** Sector numbers by sector; their location is listed in the header, and continues in sectors of its own. */
  private sectorTable(): Uint32Array {
    const listed: number[] = [];
    for (let at = 0; at < DIFAT_IN_HEADER; at += 1) listed.push(this.view.getUint32(76 + at * 4, true));
    const sectorsMax = this.sectors;
    let next = this.view.getUint32(68, true);
    for (let seen = 0; next < REGULAR_MAX; seen += 1) {
      if (seen > sectorsMax) throw damagedCompound('its sectors go round in circles');
      const numbers = numbersOf(this.sector(next));
      listed.push(...numbers.subarray(0, -1));
      next = numbers.at(-1) ?? NO_ENTRY;
    }
    const used = listed.filter((sector) => sector < REGULAR_MAX);
    if (used.length > sectorsMax) throw damagedCompound('its sectors go round in circles');
    const table = new Uint8Array(used.length * this.sectorBytes);
    used.forEach((sector, at) => table.set(this.sector(sector), at * this.sectorBytes));
    return numbersOf(table);
  }

  private get sectors(): number {
    return Math.ceil(this.bytes.length / this.sectorBytes);
  }

  /** The last one may be cut. */
  private sector(number: number): Uint8Array {
    const start = (number + 1) * this.sectorBytes;
    if (start >= this.bytes.length) throw damagedCompound('a part of it is missing');
    return this.bytes.subarray(start, start + this.sectorBytes);
  }

  private chain(start: number): Uint8Array {
    const sectors: Uint8Array[] = [];
    for (let next = start; next < REGULAR_MAX; next = this.fat[next] ?? NO_ENTRY) {
      if (sectors.length > this.sectors) throw damagedCompound('its sectors go round in circles');
      sectors.push(this.sector(next));
    }
    return Buffer.concat(sectors);
  }

  private miniChain(start: number, sizeBytes: number): Uint8Array {
    const parts: Uint8Array[] = [];
    for (let next = start; next < REGULAR_MAX && parts.length * this.miniBytes < sizeBytes;) {
      parts.push(this.miniStream.subarray(next * this.miniBytes, (next + 1) * this.miniBytes));
      next = this.miniFat[next] ?? NO_ENTRY;
    }
    return Buffer.concat(parts).subarray(0, sizeBytes);
  }

  /** The tree of names, without calling itself. */
  private directory(bytes: Uint8Array): CompoundEntry[] {
    const count = Math.min(Math.floor(bytes.length / ENTRY_BYTES), ENTRIES_MAX);
    const view = viewOf(bytes);
    if (count === 0 || view.getUint8(66) !== ROOT) throw damagedCompound('its list of parts is missing');
    this.miniStream = this.chain(view.getUint32(116, true));
    const entries: CompoundEntry[] = [];
    const seen = new Set<number>();
    const open: (readonly [entry: number, folder: string])[] = [[view.getUint32(76, true), '']];
    for (let top = open.pop(); top; top = open.pop()) {
      const [number, folder] = top;
      if (number >= count) continue;
      if (seen.has(number)) throw damagedCompound('its parts go round in circles');
      seen.add(number);
      const at = number * ENTRY_BYTES;
      const type = view.getUint8(at + 66);
      const path = `${folder}${nameAt(bytes, view, at)}`;
      if (type === STORAGE || type === STREAM) {
        const [start, sizeBytes] = [view.getUint32(at + 116, true), view.getUint32(at + 120, true)];
        entries.push({ path, isStorage: type === STORAGE, start, sizeBytes });
        if (type === STREAM) this.follow(start, sizeBytes);
      }
      open.push([view.getUint32(at + 68, true), folder], [view.getUint32(at + 72, true), folder]);
      if (type === STORAGE) open.push([view.getUint32(at + 76, true), `${path}/`]);
    }
    return entries;
  }

  /** No two streams share a sector, so all chains together are no longer than the tables. */
  private follow(start: number, sizeBytes: number): void {
    const table = sizeBytes < this.miniCutoff ? this.miniFat : this.fat;
    for (let next = start; next < REGULAR_MAX && sizeBytes > 0; next = table[next] ?? NO_ENTRY) {
      this.followed += 1;
      if (this.followed > this.fat.length + this.miniFat.length)
        throw damagedCompound('its sectors go round in circles');
    }
  }
}

function numbersOf(bytes: Uint8Array): Uint32Array {
  const count = Math.floor(bytes.length / 4);
  const view = viewOf(bytes);
  return Uint32Array.from({ length: count }, (_, at) => view.getUint32(at * 4, true));
}

function nameAt(bytes: Uint8Array, view: DataView, at: number): string {
  const lengthBytes = Math.min(Math.max(0, view.getUint16(at + 64, true) - 2), 62);
  return new TextDecoder('utf-16le').decode(bytes.subarray(at, at + lengthBytes));
}

function damagedCompound(reason: string): ExtractError {
  return new ExtractError(`The file is damaged or was not sent whole (${reason}): send it again`);
}
