/** Names in a cluster that several zones may share. Every name of a zone begins with its prefix. */
export class IndexNames {
  constructor(private readonly prefix: string) {}

  /** Alias of all boxes of the zone, for operators, backups and permissions. */
  get zone(): string {
    return `${this.prefix}-keywords`;
  }

  get template(): string {
    return this.zone;
  }

  /** Matches every index of the zone, but none of a zone whose name merely begins alike. */
  get pattern(): string {
    return `${this.zone}-*`;
  }

  /** The alias that readers and writers of a box use; it refers to one index at a time. */
  alias(kbid: string): string {
    return `${this.zone}-${kbid.toLowerCase()}`;
  }

  /** Indexes of a box are numbered: a copy with another mapping replaces the previous one. */
  index(kbid: string, number: number): string {
    return `${this.alias(kbid)}-${number}`;
  }

  /** The box and number of an index. */
  parse(index: string): { readonly kbid: string; readonly number: number } | undefined {
    const match = /^(.+)-(\d+)$/.exec(index.slice(this.zone.length + 1));
    const [, kbid, number] = match ?? [];
    return index.startsWith(`${this.zone}-`) && kbid ? { kbid, number: Number(number) } : undefined;
  }
}
