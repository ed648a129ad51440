import { moduleAt, moved, withModuleAdded, withModuleAt, withModuleMoved, withoutModuleAt } from './module-tree';

const one = (title: string, more: object = {}) => ({ module: 'a', title, ...more });
const root = one('root', { then: [one('first'), one('second', { fallback: one('deep') })], fallback: null });
const second = [{ member: 'then', index: 1 }];
const deep = [...second, { member: 'fallback' }];

describe('a module within others', () => {
  it('is found by the way to it', () => {
    expect(moduleAt(root, [])?.title).toBe('root');
    expect(moduleAt(root, deep)?.title).toBe('deep');
    expect(moduleAt(root, [{ member: 'else_', index: 0 }])).toBeUndefined();
  });

  it('is replaced, and everything else stays', () => {
    const after = withModuleAt(root, deep, one('new'));
    expect(moduleAt(after, deep)?.title).toBe('new');
    expect(moduleAt(after, [{ member: 'then', index: 0 }])).toBe(moduleAt(root, [{ member: 'then', index: 0 }]));
  });

  it('is removed from a list, or from a member that holds one', () => {
    expect(withoutModuleAt(root, second)).toMatchObject({ then: [{ title: 'first' }] });
    expect(moduleAt(withoutModuleAt(root, deep), second)).toMatchObject({ fallback: null });
  });

  it('is moved within its list', () => {
    const after = withModuleMoved(root, second, -1);
    expect(after).toMatchObject({ then: [{ title: 'second' }, { title: 'first' }] });
    expect(withModuleMoved(root, second, 1)).toEqual(root);
  });

  it('is added to a list, or to a member that holds one', () => {
    const module = one('new');
    expect(withModuleAdded(root, [], { member: 'else_', isList: true, module })).toMatchObject({ else_: [module] });
    expect(withModuleAdded(root, [], { member: 'fallback', isList: false, module })).toMatchObject({
      fallback: module,
    });
  });
});

it('a value at an end of a list does not move beyond it', () => {
  expect(moved(['a', 'b'], 0, -1)).toEqual(['a', 'b']);
  expect(moved(['a', 'b'], 0, 1)).toEqual(['b', 'a']);
});
