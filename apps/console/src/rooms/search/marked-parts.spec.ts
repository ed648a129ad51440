import { markedParts } from './marked-parts';

describe('the text of a result', () => {
  it('is cut at its marks', () => {
    expect(markedParts('High <mark>water</mark> twice')).toEqual([
      { text: 'High ', isMarked: false },
      { text: 'water', isMarked: true },
      { text: ' twice', isMarked: false },
    ]);
  });

  it('is text beside its marks, whatever it looks like', () => {
    expect(markedParts('<script>1</script>')).toEqual([{ text: '<script>1</script>', isMarked: false }]);
  });
});
