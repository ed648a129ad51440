import { refusals } from '../../validation/refused.fixture';
import { beyond, text } from '../../validation/requests.fixture';
import { validate } from '../../validation/validate';
import { ExportedLabelset, ExportedStrategy } from './transfer-document.dto';

describe('a labelset in a file', () => {
  it('is what a request would create', () => {
    expect(validate(ExportedLabelset, { id: 'topics', labelset: {} })).toEqual({
      id: 'topics',
      labelset: { color: 'blue', multiple: true, kind: ['RESOURCES'], labels: [] },
    });
    expect(refusals(ExportedLabelset, { id: 'topics', labelset: { kind: [] } })).toHaveLength(1);
    expect(refusals(ExportedLabelset, { id: '', labelset: {} })).toHaveLength(1);
    expect(beyond(1_024, (size) => refusals(ExportedLabelset, { id: text(size), labelset: {} }))).toHaveLength(1);
  });
});

describe('a strategy in a file', () => {
  const strategy = { id: '4b9f6a52-1c3d-4e5f-8a9b-0c1d2e3f4a5b', kind: 'split', config: { name: 'mine' } };
  const refused = (more: object) => refusals(ExportedStrategy, { ...strategy, ...more });

  it('has an id, a kind and a body', () => {
    expect(refused({})).toEqual([]);
    expect(refused({ id: 'mine' })).toHaveLength(1);
    expect(refused({ kind: 'merge' })).toEqual(["kind: Input should be 'extract' or 'split'"]);
    expect(refused({ config: [] })).toEqual(['config: Input should be a valid dictionary']);
  });

  it('has at most a million characters of JSON, and 8 levels', () => {
    expect(beyond(1_000_000, (size) => refused({ config: { a: text(size - '{"a":""}'.length) } }))).toEqual([
      'config: Value error, longer than 1000000 characters of JSON',
    ]);
    const nested = (levels: number) => Array.from({ length: levels - 1 }).reduce<object>((inner) => ({ inner }), {});
    expect(beyond(8, (levels) => refused({ config: nested(levels) }))).toEqual([
      'config: Value error, nested more than 8 levels deep',
    ]);
  });
});
