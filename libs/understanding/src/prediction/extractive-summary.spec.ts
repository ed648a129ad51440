import fc from 'fast-check';
import { extractiveSummary } from './extractive-summary';

const long = [
  'The northern lock of the harbour is closed for repairs until the autumn.',
  'Boats use the southern lock while engineers replace the gates of the other.',
  'A new ferry carries bicycles and parcels across the bay twice an hour.',
  'Farmers on the island sell apples, honey and cheese at the market on Saturdays.',
  'The lighthouse was built of granite and has been lit by electricity for decades.',
  'Visitors reach the museum of navigation through a garden behind the old church.',
  'Its largest room shows charts, compasses and the log of a whaling ship.',
  'Schools send their classes to learn how sailors found their way at night.',
  'Concerts take place on the beach whenever the weather allows it in summer.',
  'The council plans a bridge that would make the ferry superfluous one day.',
].join(' ');

describe('a summary of picked sentences', () => {
  it('has sentences of the text, more of them when it is to be extended', () => {
    const [simple, extended] = (['simple', 'extended'] as const).map((kind) => extractiveSummary(long, kind));
    expect(simple?.summary.split(/(?<=\.) /).every((one) => long.includes(one))).toBe(true);
    expect(extended?.summary.length).toBeGreaterThan(simple?.summary.length ?? 0);
  });

  it('is the text itself when that is short', () => {
    expect(extractiveSummary('High tide\nat noon.', 'simple')).toEqual({
      summary: 'High tide at noon.',
      charsRead: 18,
    });
  });

  it.each([
    ['hello\n\nHello', 'hello'],
    ['Hello.\n\nhello!\n\nGoodbye.', 'Hello. Goodbye.'],
    [
      'The lock opens at six. Bring a rope.\n\nBring  a rope.\n\nThe lock opens at six.',
      'The lock opens at six. Bring a rope.',
    ],
    ['潮が満ちる。船が出る。潮が満ちる。', '潮が満ちる。船が出る。'],
    ['High water is at 5 m. High water is at -5 m. Is it open? It is open.', undefined],
  ])('says once what the text says twice: %j', (text, said = text) => {
    expect(extractiveSummary(text, 'simple').summary).toBe(said);
  });

  it('is the opening of a text without sentences', () => {
    const { summary } = extractiveSummary('harbour '.repeat(200), 'simple');
    expect(summary).toMatch(/^(harbour ){50,}harbour…$/);
  });

  it('is never longer than it may be', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 3_000 }), (text) => {
        expect(extractiveSummary(text, 'simple').summary.length).toBeLessThanOrEqual(601);
      }),
    );
  });
});
