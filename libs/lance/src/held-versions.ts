/** Deletes that are remembered, per table; the oldest is forgotten first. */
export const tombstonesMax = 100_000;

/** Which version of which resource a table holds, and up to which one deleted resources are gone. */
export class HeldVersions {
  private readonly versions = new Map<string, number>();
  private readonly tombstones = new Map<string, number>();

  has(rid: string): boolean {
    return this.versions.has(rid);
  }

  versionOf(rid: string): number | undefined {
    return this.versions.get(rid);
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
    if (this.tombstones.size <= tombstonesMax) return;
    for (const oldest of this.tombstones.keys()) {
      this.tombstones.delete(oldest);
      return;
    }
  }

  /** The table may hold rows of a resource that was not known before: the next put must look for them. */
  suspect(rid: string): void {
    if (!this.versions.has(rid)) this.versions.set(rid, -Infinity);
  }
}
