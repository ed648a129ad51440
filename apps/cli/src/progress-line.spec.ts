import { counted, duration, ProgressLine } from './progress-line';

function terminal(isTTY: boolean) {
  const written: string[] = [];
  let nowMs = 0;
  const line = new ProgressLine({ isTTY, write: (text) => written.push(text) }, () => nowMs);
  return { written, line, pass: (ms: number) => (nowMs += ms) };
}

describe('a line of progress', () => {
  it('is written over on a terminal, and gone before anything else is written', () => {
    const { written, line } = terminal(true);
    line.show('one');
    line.show('one');
    line.show('two');
    line.note('a warning');
    line.end();
    expect(written).toEqual(['\r\x1b[Kone', '\r\x1b[Ktwo', '\r\x1b[K', 'a warning\n']);
  });

  it('is a new one now and then where every line stays', () => {
    const { written, line, pass } = terminal(false);
    line.show('one');
    line.show('two');
    pass(2_000);
    line.show('three');
    line.end();
    expect(written).toEqual(['one\n', 'three\n']);
  });
});

describe('words for numbers', () => {
  it.each([
    [0, '0 s'],
    [59, '59 s'],
    [200, '3 min 20 s'],
    [3_900, '1 h 5 min'],
  ])('%d seconds are %s', (seconds, text) => {
    expect(duration(seconds)).toBe(text);
  });

  it('count one and many', () => {
    expect([counted(1, 'box', 'boxes'), counted(1_200, 'box', 'boxes')]).toEqual(['1 box', '1,200 boxes']);
  });
});
