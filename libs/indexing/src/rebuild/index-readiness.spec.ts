import { describeFilling } from './index-readiness';

const run = (kbid: string, state: 'running' | 'failed' = 'running') => ({
  kbid,
  state,
  resourcesDone: 3,
  resourcesTotal: 12,
});

describe('describeFilling', () => {
  it('names each box with what is known of it', () => {
    expect(describeFilling([run('a'), run('b', 'failed')], ['c'])).toBe(
      'knowledge boxes with damaged or incomplete indexes: a (filled again, 3 of 12 resources), ' +
        'b (refill failed, 3 of 12 resources), c (whole again)',
    );
  });

  it('names ten boxes at most, and says that there are more', () => {
    const runs = Array.from({ length: 11 }, (_, i) => run(`box${i}`));
    expect(describeFilling(runs)).toContain('box9');
    expect(describeFilling(runs)).not.toContain('box10');
    expect(describeFilling(runs)).toMatch(/ and more$/);
  });
});
