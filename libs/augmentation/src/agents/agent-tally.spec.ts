import { admitToday, begunTally, grownTally, shownProgress } from './agent-tally';

const monday = new Date('2026-11-30T10:00:00Z');
const tuesday = new Date('2026-12-01T00:00:01Z');

describe('the tally of a task', () => {
  it('tells rate and time left once a resource is done', () => {
    const begun = begunTally(null, 10, monday);
    expect(shownProgress(begun)).toMatchObject({ resources_done: 0, resources_total: 10, seconds_left: null });
    const grown = grownTally(begun, { resources: 4, workedMs: 2_000, calls: 4, inputTokens: 70, outputTokens: 30 });
    expect(shownProgress(grown)).toEqual({
      resources_done: 4,
      resources_total: 10,
      seconds_worked: 2,
      resources_per_second: 2,
      seconds_left: 3,
      calls: 4,
      input_tokens: 70,
      output_tokens: 30,
    });
  });

  it('knows no time left for tasks without an end', () => {
    expect(shownProgress(grownTally(null, { resources: 4, workedMs: 2_000 }))).toMatchObject({
      resources_total: null,
      seconds_left: null,
    });
  });

  it('holds a task at its calls of a day, also when it is restarted, and lets it go on the next day', () => {
    const used = grownTally(begunTally(null, 10, monday), { calls: 5 }, monday);
    const bounds = { calls: 5, tokens: 1_000 };
    expect(() => admitToday(used, { ...bounds, calls: 6 }, monday)).not.toThrow();
    expect(() => admitToday(used, bounds, monday)).toThrow('5 calls of language models');
    expect(() => admitToday(begunTally(used, 10, monday), bounds, monday)).toThrow('5 calls');
    expect(() => admitToday(used, bounds, tuesday)).not.toThrow();
    expect(shownProgress(begunTally(used, 10, monday))).toMatchObject({ calls: 0 });
  });

  it('holds a task at its tokens of a day until midnight, UTC', () => {
    const used = grownTally(null, { inputTokens: 600, outputTokens: 400 }, monday);
    const wait = () => admitToday(used, { calls: 5, tokens: 1_000 }, monday);
    expect(wait).toThrow(expect.objectContaining({ until: new Date('2026-12-01T00:00:00Z') }));
  });
});
