import { LongObject, LongText } from '../document/long';
import { COUNTED_CHARS_MAX, COUNTED_WORDS_MAX, largeMetadata, wordCounts } from './large-metadata';

const understood = { language: 'en', entities: [{ text: 'Émile Zola', label: 'PERSON', positions: [] }] };

describe('names and words of a text', () => {
  it('are names as they are compared, and words without stop words, the most frequent first', () => {
    const { entities, tokens } = largeMetadata({ text: 'The Sea, the sea and the moon. Crème!', understood });
    expect(entities).toEqual([{ token: 'Émile Zola', root: 'emile zola', type: 'PERSON' }]);
    expect(Object.entries(tokens)).toEqual([
      ['sea', 2],
      ['creme', 1],
      ['moon', 1],
    ]);
  });

  it('are few of many, of the beginning of a long text', () => {
    const many = Array.from({ length: COUNTED_WORDS_MAX + 5 }, (_, i) => `w${i}`).join(' ');
    expect(Object.keys(wordCounts(`${many} rare rare`, 'en'))).toHaveLength(COUNTED_WORDS_MAX);
    expect(wordCounts(`${'a '.repeat(COUNTED_CHARS_MAX / 2)} unseen`, '')).toEqual({ a: COUNTED_CHARS_MAX / 2 });
  });

  it('of a long text are counted when it is shown, in its first part only', async () => {
    const read: string[] = [];
    const text = new LongText(async function* () {
      for (const part of ['sea sea', 'moon']) {
        read.push(part);
        yield part;
      }
    });
    const { tokens } = largeMetadata({ text, understood });
    expect(read).toEqual([]);
    expect(tokens).toBeInstanceOf(LongObject);
    const shown = [];
    if (tokens instanceof LongObject) for await (const some of tokens.read()) shown.push(some);
    expect([shown, read]).toEqual([[{ sea: 2 }], ['sea sea']]);
  });
});
