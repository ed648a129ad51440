import { loggedLines } from './agent-log';

describe('the log of a task', () => {
  it('has its last lines', () => {
    expect(loggedLines(null, [])).toBeNull();
    expect(loggedLines('a', ['b\nc'])).toBe('a\nb c');
    const log = loggedLines(
      null,
      Array.from({ length: 100 }, (_, line) => `line ${line}`),
    );
    expect(log?.split('\n').length).toBe(20);
    expect(log).toMatch(/line 99$/);
  });
});
