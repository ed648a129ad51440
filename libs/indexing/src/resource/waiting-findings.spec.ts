import { resourceStatuses } from '@lectern/contracts/knowledge-box';
import fc from 'fast-check';
import { waitingFinding } from './waiting-findings';

const ready = { status: 'PROCESSED', isPut: true, isEmbedded: true } as const;

describe('a resource', () => {
  it('can be found when its texts and vectors are in the indexes, also when a field failed', () => {
    for (const status of ['PROCESSED', 'ERROR', 'EMPTY'] as const)
      expect(waitingFinding({ ...ready, status })).toBeUndefined();
  });

  it('waits for its meaning until all fields have vectors', () => {
    expect(waitingFinding({ ...ready, isEmbedded: false })).toBe('meaning');
  });

  it('waits for its words while it is processed or put, whatever vectors it has', () => {
    const states = fc.record({
      status: fc.constantFrom(...resourceStatuses),
      isPut: fc.boolean(),
      isEmbedded: fc.boolean(),
    });
    fc.assert(
      fc.property(states, (state) => {
        expect(waitingFinding(state) === 'words').toBe(state.status === 'PENDING' || !state.isPut);
      }),
    );
  });
});
