/** Whether the server can be reached, for all parts of the page. */
export class Connection {
  private readonly listeners = new Set<() => void>();
  private away = false;

  isAway = (): boolean => this.away;

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Says what the last request saw. */
  report(isAway: boolean): void {
    if (this.away === isAway) return;
    this.away = isAway;
    for (const listener of this.listeners) listener();
  }
}

export const connection = new Connection();
