import { doorsOf } from '../core/door';
import type { Constructor } from '../core/input';
import { allOperations } from '../operations';
import type { Node } from './node';
import { shapeOf } from './shape';
import { wholeBodyOf } from './decorators';
import { validate } from './validate';

const CHARS = 30_000;
/** A linear check takes less than a millisecond, a quadratic one seconds. */
const CPU_MS_MAX = 250;

const filled = (unit: string) => unit.repeat(Math.ceil(CHARS / unit.length)).slice(0, CHARS);
const units = [
  'a',
  'A',
  '1',
  ' ',
  '.',
  'a.',
  'a@',
  '-',
  'a/',
  ':',
  '%4',
  '"',
  '(',
  '漢',
  '😀',
  '__',
  'a b',
  '1e',
  '../',
  'a:b',
];
const long = units.flatMap((unit) => [`${filled(unit)}\u0001`, `http://a@${filled(unit)}\u0001`]);

/** Classes that a request is checked against, with all that they contain. */
function classesOf(roots: readonly Constructor[]): ReadonlySet<Constructor> {
  const found = new Set<Constructor>();
  const take = (type: Constructor): void => {
    if (found.has(type)) return;
    found.add(type);
    const whole = wholeBodyOf(type);
    if (whole) return walk(whole);
    for (const { node } of shapeOf(type).members) walk(node);
  };
  const walk = (node: Node): void => {
    if (node.kind === 'object') take(node.type());
    else if (node.kind === 'list') walk(node.item);
    else if (node.kind === 'map') walk(node.value);
    else if (node.kind === 'union') node.branches.forEach(walk);
    else if (node.kind === 'tagged') Object.values(node.branches).forEach((type) => take(type()));
    else if (node.kind === 'ruled') walk(node.inner);
  };
  roots.forEach(take);
  return found;
}

function cpuMsOf(type: Constructor, value: unknown): number {
  const before = process.cpuUsage();
  try {
    validate(type, value);
  } catch {
    // Whether it is refused is not the question.
  }
  return process.cpuUsage(before).user / 1_000;
}

describe('a long text', () => {
  const roots = [...allOperations, ...allOperations.flatMap(doorsOf)].flatMap(({ params, query, headers, body }) =>
    // Of any type.
    [params, query, headers, body].flatMap((type) => (type ? [type as Constructor] : [])),
  );
  const classes = [...classesOf(roots)].filter((type) => !wholeBodyOf(type));

  it('costs no member of any request more than its length', () => {
    expect(classes.length).toBeGreaterThan(300);
    const slow: string[] = [];
    for (const type of classes) {
      for (const { name } of shapeOf(type).members) {
        for (const text of long) {
          const value = { [name]: text };
          if (cpuMsOf(type, value) > CPU_MS_MAX && cpuMsOf(type, value) > CPU_MS_MAX)
            slow.push(`${type.name}.${name}: ${JSON.stringify(text.slice(0, 10))} … ${JSON.stringify(text.slice(-3))}`);
          if (slow.length > 3) throw new Error(slow.join('\n'));
        }
      }
    }
    expect(slow).toEqual([]);
  }, 120_000);

  it('costs no list and no name of a member more, either', () => {
    const slow: string[] = [];
    for (const type of classes)
      for (const { name } of shapeOf(type).members)
        for (const unit of ['a', '1', ' ', '/a', 'a@a.', '-']) {
          const text = `${filled(unit)}\u0001`;
          for (const value of [{ [name]: [text] }, { [name]: { [text]: text } }, { [name]: { a: [text] } }])
            if (cpuMsOf(type, value) > CPU_MS_MAX && cpuMsOf(type, value) > CPU_MS_MAX)
              slow.push(`${type.name}.${name}`);
        }
    expect(slow).toEqual([]);
  }, 120_000);
});
