import { describedModes } from './in-modes';
import { modes } from './modes';

describe('the modes that a suite is described in', () => {
  it('are those that run, in the order of the suite', () => {
    expect(describedModes(modes, ['distributed', 'standalone'])).toEqual({
      described: ['standalone', 'distributed'],
      isSkipped: false,
    });
  });

  it('are one that is skipped where none of them runs', () => {
    for (const running of [[], ['distributed-embedded']] as const)
      expect(describedModes(['standalone', 'distributed'], running)).toEqual({
        described: ['standalone'],
        isSkipped: true,
      });
  });
});
