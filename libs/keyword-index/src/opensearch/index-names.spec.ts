import { IndexNames } from './index-names';

const kbid = '5f0c1a52-8a53-4d29-9a55-3f6f0f7c8d11';

describe('IndexNames', () => {
  it('reads from the name of an index which box it is of, and its number', () => {
    const names = new IndexNames('lectern-eu');
    expect(names.parse(names.index(kbid, 12))).toEqual({ kbid, number: 12 });
  });

  it('knows no box of another zone, whose name only begins alike', () => {
    const other = new IndexNames('lectern-eu-1').index(kbid, 1);
    expect(new IndexNames('lectern-eu').parse(other)).toBeUndefined();
    expect(new IndexNames('lectern-eu').parse('lectern-eu-keywords-by-hand')).toBeUndefined();
  });
});
