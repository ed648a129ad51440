import type { Utf8, Vector } from 'apache-arrow';
import { encodedTexts } from './arrow-texts';

/** Ids of rows, as read. */
export interface ReadIds {
  readonly addresses: readonly number[];
  readonly ids: Vector<Utf8> | null;
}

const NUMBER_BYTES = 4;
/** Address, start and end of the id. */
const ROW_BYTES = 8 + 2 * NUMBER_BYTES;

/** Maps row addresses to ids and back, in a quarter of the memory of maps of strings. Empty ids are omitted. */
export class CompactIds {
  /** Sorted. */
  private readonly addresses: Float64Array;
  private readonly starts: Int32Array;
  private readonly ends: Int32Array;
  private readonly bytes: Buffer;
  /** Hash table by id of row numbers from 1; 0 marks an empty slot. */
  private byId: Int32Array | undefined;

  constructor(pieces: readonly ReadIds[]) {
    const rows: { address: number; start: number; end: number }[] = [];
    const parts: Buffer[] = [];
    let before = 0;
    for (const { addresses, ids } of pieces) {
      let row = 0;
      for (const { bytes, offsets } of encodedTexts(ids)) {
        for (let i = 0; i + 1 < offsets.length; i += 1) {
          const [start, end] = [before + (offsets[i] ?? 0), before + (offsets[i + 1] ?? 0)];
          if (end > start) rows.push({ address: addresses[row] ?? 0, start, end });
          row += 1;
        }
        parts.push(bytes);
        before += bytes.length;
      }
    }
    rows.sort((a, b) => a.address - b.address);
    this.addresses = Float64Array.from(rows, ({ address }) => address);
    this.starts = Int32Array.from(rows, ({ start }) => start);
    this.ends = Int32Array.from(rows, ({ end }) => end);
    this.bytes = Buffer.concat(parts);
  }

  /** Including the hash table of `addressOf`. */
  get sizeBytes(): number {
    return this.addresses.length * ROW_BYTES + this.bytes.length + this.bucketCount() * NUMBER_BYTES;
  }

  idAt(address: number): string | undefined {
    let [low, high] = [0, this.addresses.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.addresses[middle] ?? 0) < address) low = middle + 1;
      else high = middle;
    }
    if (this.addresses[low] !== address) return undefined;
    return this.bytes.toString('utf8', this.starts[low], this.ends[low]);
  }

  addressOf(id: string): number | undefined {
    const buckets = (this.byId ??= this.rowsById());
    const wanted = Buffer.from(id);
    for (let bucket = hashOf(wanted, 0, wanted.length); ; bucket += 1) {
      const row = (buckets[bucket & (buckets.length - 1)] ?? 0) - 1;
      if (row < 0) return undefined;
      const [start = 0, end = 0] = [this.starts[row], this.ends[row]];
      if (this.bytes.compare(wanted, 0, wanted.length, start, end) === 0) return this.addresses[row];
    }
  }

  private rowsById(): Int32Array {
    const buckets = new Int32Array(this.bucketCount());
    for (let row = 0; row < this.addresses.length; row += 1) {
      let bucket = hashOf(this.bytes, this.starts[row] ?? 0, this.ends[row] ?? 0);
      while (buckets[bucket & (buckets.length - 1)] !== 0) bucket += 1;
      buckets[bucket & (buckets.length - 1)] = row + 1;
    }
    return buckets;
  }

  /** A power of two, at least half of the slots empty. */
  private bucketCount(): number {
    return 2 ** Math.ceil(Math.log2(this.addresses.length * 2 + 1));
  }
}

/** FNV-1a. */
function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let at = start; at < end; at += 1) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193);
  return hash >>> 0;
}
