/** Remembered deletes per table; the oldest are forgotten first. */
export const TOMBSTONES_MAX = 100_000;

/** The version of each resource stored in a table, and the versions up to which resources were deleted. */
export class HeldVersions {
  private readonly versions: Map<string, number>;
  private readonly tombstones = new Map<string, number>();

  /** @param versions stored versions by resource */
  constructor(versions: ReadonlyMap<string, number> = new Map()) {
    this.versions = new Map(versions);
  }

  has(rid: string): boolean {
    return this.versions.has(rid);
  }

  /** Records below this version are ignored. */
  floorOf(rid: string): number {
    return Math.max(this.versions.get(rid) ?? -Infinity, this.tombstones.get(rid) ?? -Infinity);
  }

  setHeld(rid: string, version: number): void {
    this.versions.set(rid, version);
    this.tombstones.delete(rid);
  }

  setDeleted(rid: string, version: number): void {
    const known = this.tombstones.get(rid) ?? -Infinity;
    this.versions.delete(rid);
    this.tombstones.delete(rid);
    this.tombstones.set(rid, Math.max(version, known));
    if (this.tombstones.size <= TOMBSTONES_MAX) return;
    for (const oldest of this.tombstones.keys()) {
      this.tombstones.delete(oldest);
      return;
    }
  }

  /** Replaces the stored versions with those found in a table; deletes stay remembered. */
  setAllHeld(versions: ReadonlyMap<string, number>): void {
    this.versions.clear();
    for (const [rid, version] of versions) this.setHeld(rid, version);
  }

  get size(): number {
    return this.versions.size;
  }
}
