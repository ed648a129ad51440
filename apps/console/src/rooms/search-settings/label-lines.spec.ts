import { labelLines, labelsetIdOf, labelsNoLongerOffered, labelsOfLines } from './label-lines';

const label = (title: string, text: string | null = null) => ({ title, text, related: null, uri: null });
const before = [label('spring', 'At new moon'), label('neap')];

describe('labels as lines', () => {
  it('are added, removed and put in order', () => {
    expect(labelLines(before)).toBe('spring\nneap');
    expect(labelsOfLines('neap\n\n  ebb \nspring\nebb', before).map(({ title }) => title)).toEqual([
      'neap',
      'ebb',
      'spring',
    ]);
  });

  it('keep what is known of them, also when they are renamed', () => {
    expect(labelsOfLines('springs\nneap', before)).toEqual([label('springs', 'At new moon'), label('neap')]);
    expect(labelsOfLines('neap', before)).toEqual([label('neap')]);
    expect(labelsOfLines('ebb', [])).toEqual([{ title: 'ebb' }]);
  });

  it('say which ones documents may still have', () => {
    expect(labelsNoLongerOffered('springs\nneap', before)).toEqual(['spring']);
  });

  it('belong to a set whose id is a segment of a path', () => {
    expect(labelsetIdOf(' High / low water ')).toBe('high-low-water');
  });
});
