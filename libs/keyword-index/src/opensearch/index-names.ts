/** Names in a cluster that several zones may share. Everything of one zone begins with its prefix. */
export class IndexNames {
  constructor(private readonly prefix: string) {}

  /** Over all boxes of the zone: for operators, backups and permissions. */
  get zone(): string {
    return `${this.prefix}-keywords`;
  }

  get template(): string {
    return this.zone;
  }

  /** Matches every index of the zone, and none of a zone whose name only begins alike. */
  get pattern(): string {
    return `${this.zone}-*`;
  }

  /** What readers and writers of a box use; it names one index at a time. */
  alias(kbid: string): string {
    return `${this.zone}-${kbid.toLowerCase()}`;
  }

  /** Indexes of a box are numbered: a copy with another mapping takes the place of the one before. */
  index(kbid: string, number: number): string {
    return `${this.alias(kbid)}-${number}`;
  }

  /** The box of an index, and its number. */
  parse(index: string): { readonly kbid: string; readonly number: number } | undefined {
    const match = /^(.+)-(\d+)$/.exec(index.slice(this.zone.length + 1));
    const [, kbid, number] = match ?? [];
    return index.startsWith(`${this.zone}-`) && kbid ? { kbid, number: Number(number) } : undefined;
  }
}
