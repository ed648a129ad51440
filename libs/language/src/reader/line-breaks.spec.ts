import { isCue, isLabelled, separates } from './line-breaks';

const LONGEST = 60;

describe('a break between two lines', () => {
  it.each([
    ['From: Ann', 'To: Bob'],
    ['10:15 Opening', '11:00 Talk'],
    ['Write to', 'ann@example.org'],
    ['Visit us at', 'https://example.org/a'],
    ['Opening hours', 'Monday'],
  ])('separates %j from %j', (line, next) => {
    expect(separates(line, next, LONGEST)).toBe(true);
  });

  it.each([
    ['The tide rises twice a day because the moon pulls the sea,', 'and it falls twice a day.'],
    ['The tide rises twice a day because the moon attracts the', 'Atlantic.'],
    ['The harbour-', 'master is away.'],
    ['The price includes', 'breakfast.'],
    ['潮汐每天涨落两次因为月亮吸引海水，', '太阳也有影响。'],
  ])('only wraps %j before %j', (line, next) => {
    expect(separates(line, next, LONGEST)).toBe(false);
  });
});

describe('lines that are no prose', () => {
  it('are labelled', () => {
    expect([
      isLabelled('From: Ann'),
      isLabelled('主题：会议'),
      isLabelled('It was late.'),
      isLabelled('Note:'),
    ]).toEqual([true, true, false, false]);
  });

  it('are numbers and times of subtitles', () => {
    const times = '00:01:02,500 --> 00:01:04,000';
    expect([isCue(times, 'Hello.'), isCue('17', times), isCue('17', 'apples'), isCue('Hello.', times)]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});
