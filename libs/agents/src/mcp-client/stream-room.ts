/** Streams that all connections of a process have open to one origin: each takes one of its connections. */
const OF_ORIGIN_MAX = 8;

/** Counts the streams that are open to each origin. */
export class StreamRoom {
  private readonly open = new Map<string, number>();

  /** @returns a function to call when the stream has ended; undefined when there are too many */
  enter(origin: string): (() => void) | undefined {
    const count = this.open.get(origin) ?? 0;
    if (count >= OF_ORIGIN_MAX) return undefined;
    this.open.set(origin, count + 1);
    let hasLeft = false;
    return () => {
      if (hasLeft) return;
      hasLeft = true;
      const left = (this.open.get(origin) ?? 1) - 1;
      if (left > 0) this.open.set(origin, left);
      else this.open.delete(origin);
    };
  }
}
