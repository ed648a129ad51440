const OPEN_MAX = 128;

/**
 * Open tables by name: each is opened once at a time, and the least recently used are closed when there are too many.
 */
export class OpenTables<T> {
  private readonly open = new Map<string, Promise<T | undefined>>();
  private readonly leaving = new Map<string, Promise<void>>();

  constructor(private readonly close: (one: T) => Promise<void> | undefined) {}

  /** The open table of this name, otherwise the result of `opener`, which is not cached if it is undefined or fails. */
  get(name: string, opener: () => Promise<T | undefined>): Promise<T | undefined> {
    const known = this.open.get(name);
    this.open.delete(name);
    const opening = known ?? this.openAfterLeaving(name, opener);
    this.open.set(name, opening);
    if (known) return known;
    const forget = () => this.open.get(name) === opening && this.open.delete(name);
    opening.then((one) => one ?? forget(), forget);
    const [oldest] = this.open.keys();
    if (this.open.size > OPEN_MAX && oldest !== undefined) void this.release(oldest).catch(() => undefined);
    return opening;
  }

  /** Closes the open table of this name, then runs `last`; nothing is opened under the name in between. */
  async release(name: string, last?: () => Promise<void>): Promise<void> {
    const opening = this.open.get(name);
    this.open.delete(name);
    const before = this.leaving.get(name);
    const leave = async () => {
      await before?.catch(() => undefined);
      const one = await opening?.catch(() => undefined);
      if (one !== undefined) await this.close(one);
      await last?.();
    };
    const left = leave();
    this.leaving.set(name, left);
    await left.finally(() => this.leaving.get(name) === left && this.leaving.delete(name));
  }

  async releaseAll(): Promise<void> {
    await Promise.allSettled([...this.open.keys()].map((name) => this.release(name)));
    await Promise.allSettled(this.leaving.values());
  }

  private async openAfterLeaving(name: string, opener: () => Promise<T | undefined>): Promise<T | undefined> {
    await this.leaving.get(name)?.catch(() => undefined);
    return opener();
  }
}
