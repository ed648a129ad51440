import { callContext } from '@lectern/bus';
import { createLog, NestLog } from './log';

function logging(format: 'json' | 'pretty', level: 'info' | 'debug' = 'info') {
  const lines: string[] = [];
  const log = createLog({ LOG_FORMAT: format, LOG_LEVEL: level }, { write: (line) => lines.push(line) });
  return { lines, log, nest: new NestLog(log), entries: () => lines.map((line) => JSON.parse(line) as unknown) };
}

describe('the log', () => {
  it('writes one line of JSON an entry, with the request it belongs to', () => {
    const { nest, entries } = logging('json');
    callContext.run({ requestId: 'r1', operation: 'kb.ask' }, () => nest.log('Asked', 'Search'));
    nest.warn({ message: 'Slow', tookMs: 7 }, 'Search');
    expect(entries()).toMatchObject([
      { level: 'info', msg: 'Asked', context: 'Search', requestId: 'r1', operation: 'kb.ask' },
      { level: 'warn', msg: 'Slow', tookMs: 7, context: 'Search' },
    ]);
    expect(entries()[1]).not.toHaveProperty('requestId');
  });

  it('writes errors with their stacks and causes', () => {
    const { nest, entries } = logging('json');
    nest.error(new Error('outside', { cause: new TypeError('inside') }), 'Search');
    nest.error('by hand', 'the stack', 'Search');
    expect(entries()).toMatchObject([
      {
        level: 'error',
        msg: 'outside',
        context: 'Search',
        err: { stack: expect.stringMatching(/outside[\s\S]*TypeError: inside/) },
      },
      { level: 'error', msg: 'by hand', context: 'Search', err: { stack: 'the stack' } },
    ]);
  });

  it('keeps quiet about how Nest wires modules, unless it is asked', () => {
    const [quiet, asked] = [logging('json'), logging('json', 'debug')];
    for (const { nest } of [quiet, asked]) nest.log('AppModule dependencies initialized', 'InstanceLoader');
    expect([quiet.lines.length, asked.lines.length]).toEqual([0, 1]);
  });

  it('hides secrets in both formats', () => {
    for (const format of ['json', 'pretty'] as const) {
      const { nest, lines } = logging(format);
      nest.log({ message: 'Connects to nats://ada:pass@nats:4222', token: 'abc' });
      expect(lines.join()).not.toMatch(/pass|abc/);
    }
  });

  it('can be read by people', () => {
    const { nest, lines } = logging('pretty');
    nest.warn({ message: 'Slow', tookMs: 7 }, 'Search');
    nest.error(new Error('broken'));
    expect(lines[0]).toMatch(/^\d\d:\d\d:\d\d\.\d{3} warn {2}\[Search\] Slow tookMs=7\n$/);
    expect(lines[1]).toMatch(/error broken\n {2}Error: broken\n {6}at /);
  });
});
