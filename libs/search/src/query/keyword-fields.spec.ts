import { AppError, unrestricted } from '@lectern/contracts/core';
import type { KeywordHits, KeywordIndex, KeywordQuery } from '@lectern/keyword-index';
import { KeywordFields } from './keyword-fields';

const rid = 'a'.repeat(32);
const refused = (message: RegExp) =>
  expect.objectContaining({ code: 'invalid_query', message: expect.stringMatching(message) });

/** An index that returns these paragraphs for every query. */
function fieldsOf(ids: readonly string[], more = false) {
  const asked: KeywordQuery[] = [];
  const search = async (_: string, query: KeywordQuery): Promise<KeywordHits> => {
    asked.push(query);
    return { hits: ids.map((id) => ({ id, score: 1 })), more };
  };
  // The only method that is used.
  return { fields: new KeywordFields({ search } as unknown as KeywordIndex), asked };
}

describe('fields whose text has a word', () => {
  it('are those of the paragraphs that have it, of a message its conversation', async () => {
    const ids = [`${rid}/t/body/0-4`, `${rid}/t/body/5-9`, `${rid}/c/chat/m1/0-4`, `${rid}/a/title/0-4`];
    const { fields, asked } = fieldsOf(ids);
    const found = await fields.of('box', ['High Wáter'], { groups: ['hr'], hidden: false });
    const resourceFields = [`${rid}/t/body`, `${rid}/c/chat`, `${rid}/a/title`];
    expect([...found]).toEqual([['High Wáter', { resourceFields }]]);
    expect(asked).toEqual([
      expect.objectContaining({
        phrases: [['high', 'water']],
        filter: { all: [{ visibleTo: ['hr'] }, { hidden: false }] },
      }),
    ]);
  });

  it.each([
    [['?'], /no word/],
    [['a '.repeat(33)], /at most 32 words/],
    [Array.from({ length: 11 }, (_, i) => `w${i}`), /at most 10/],
  ])('are not looked up of %j', async (keywords, message) => {
    await expect(fieldsOf([]).fields.of('box', keywords, unrestricted)).rejects.toThrow(refused(message));
  });

  it('are not too many', async () => {
    await expect(fieldsOf([], true).fields.of('box', ['moon'], unrestricted)).rejects.toThrow(
      refused(/More than 5000/),
    );
    const many = Array.from({ length: 401 }, (_, i) => `${rid}/t/f${i}/0-4`);
    await expect(fieldsOf(many).fields.of('box', ['moon'], unrestricted)).rejects.toThrow(refused(/more than 400/));
    await expect(fieldsOf(many.slice(1)).fields.of('box', ['moon'], unrestricted)).resolves.toBeDefined();
  });

  it('are not left out when the index fails', async () => {
    const search = () => Promise.reject(new Error('broken'));
    const fields = new KeywordFields({ search } as unknown as KeywordIndex);
    await expect(fields.of('box', ['moon'], unrestricted)).rejects.toThrow(
      expect.objectContaining<Partial<AppError>>({ code: 'unavailable' }),
    );
  });
});
