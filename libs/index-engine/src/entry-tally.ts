import { hash } from 'node:crypto';

/**
 * Compares expected entries with actual ones, both in any order, and keeps only a digest of each. The order within
 * lists of an entry does not count either.
 */
export class EntryTally {
  /** By digest: expected entries minus actual ones. */
  private readonly counts = new Map<string, number>();

  expect(entry: unknown): void {
    this.add(entry, 1);
  }

  meet(entry: unknown): void {
    this.add(entry, -1);
  }

  get differs(): boolean {
    return this.counts.size > 0;
  }

  private add(entry: unknown, by: number): void {
    const digest = hash('sha1', canonicalText(entry), 'base64');
    const count = (this.counts.get(digest) ?? 0) + by;
    if (count === 0) this.counts.delete(digest);
    else this.counts.set(digest, count);
  }
}

/** The same text for equivalent values: undefined members are omitted. */
function canonicalText(value: unknown): string {
  if (value instanceof Float32Array)
    return Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64');
  if (Array.isArray(value)) return `[${value.map(canonicalText).sort().join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? '';
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return `{${members
    .map(([name, member]) => `${JSON.stringify(name)}:${canonicalText(member)}`)
    .sort()
    .join(',')}}`;
}
