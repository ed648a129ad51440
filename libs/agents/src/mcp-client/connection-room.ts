/** Counts what connections of this process have open at the same time, for each owner: an origin, or an agent. */
export class ConnectionRoom {
  private readonly open = new Map<string, number>();
  private all = 0;

  constructor(
    private readonly ofOwnerMax: number,
    private readonly max = Infinity,
  ) {}

  /** @returns a function to call when it has ended; undefined when there are too many */
  enter(owner: string): (() => void) | undefined {
    const count = this.open.get(owner) ?? 0;
    if (count >= this.ofOwnerMax || this.all >= this.max) return undefined;
    this.open.set(owner, count + 1);
    this.all += 1;
    let hasLeft = false;
    return () => {
      if (hasLeft) return;
      hasLeft = true;
      this.all -= 1;
      const left = (this.open.get(owner) ?? 1) - 1;
      if (left > 0) this.open.set(owner, left);
      else this.open.delete(owner);
    };
  }
}
