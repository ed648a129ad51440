import fc from 'fast-check';
import { Findings } from './findings';
import { missing, noText } from './problems';

const bytesOf = (value: unknown) => JSON.stringify(value).length;

describe('findings', () => {
  it('stand where the walk was', () => {
    const findings = new Findings(['body'], false);
    findings.enter('texts');
    findings.enter(3);
    findings.add(noText, 1);
    findings.leave();
    findings.addAt('body', missing, {});
    findings.leave();
    findings.add(missing, null);
    expect(findings.violations.map(({ loc, type }) => [loc.join('.'), type])).toEqual([
      ['body.texts.3', 'string_type'],
      ['body.texts.body', 'missing'],
      ['body', 'missing'],
    ]);
  });

  it('are a hundred at most', () => {
    const findings = new Findings(['body'], false);
    const found = Array.from({ length: 60 }, (_, i) => ({ type: 'a', loc: [String(i)], msg: 'wrong' }));
    findings.addAll(found);
    expect(findings.full).toBe(false);
    findings.addAll(found);
    findings.add(missing, 1);
    expect([findings.full, findings.violations.length]).toEqual([true, 100]);
    expect(findings.violations.at(-1)).toEqual(found[39]);
  });

  it('show a value that lacks many members once for all of them', () => {
    let reads = 0;
    const wide = new Proxy({}, { ownKeys: () => ((reads += 1), []) });
    const findings = new Findings(['body'], false);
    for (let i = 0; i < 100; i += 1) findings.addAt(`member${i}`, missing, wide);
    expect([findings.violations.length, reads]).toEqual([100, 1]);
  });

  it('are too deep below the place where the walk began', () => {
    const findings = new Findings(['body', 'payload'], false);
    for (let depth = 0; depth < 64; depth += 1) findings.enter(depth);
    expect(findings.tooDeep).toBe(false);
    findings.enter('more');
    expect(findings.tooDeep).toBe(true);
    findings.leave();
    expect(findings.tooDeep).toBe(false);
  });

  it('repeat small inputs as they are', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 2 }), (input) => {
        fc.pre(bytesOf(input) < 200);
        const findings = new Findings([], false);
        findings.add(noText, input);
        expect(JSON.stringify(findings.violations[0]?.input)).toBe(JSON.stringify(input));
      }),
    );
  });

  it('cut what is large: texts, keys, lists, trees', () => {
    const long = 'x'.repeat(100_000);
    const wide = (depth: number): unknown => (depth === 0 ? 1 : Array.from({ length: 100 }, () => wide(depth - 1)));
    for (const input of [long, { a: long }, Array(100_000).fill(1), wide(3)]) {
      const findings = new Findings([], false);
      findings.enter(long);
      findings.add(noText, input);
      expect(bytesOf(findings.violations)).toBeLessThan(25_000);
    }
    const findings = new Findings([], false);
    findings.addAt(long, noText, long);
    expect(findings.violations).toMatchObject([{ loc: [`${'x'.repeat(256)}…`], input: `${'x'.repeat(1_000)}…` }]);
  });
});
