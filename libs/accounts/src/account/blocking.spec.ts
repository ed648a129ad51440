import { blockableFeatures } from '@lectern/contracts/core';
import { blockingOf } from './blocking';

describe('what is stored of a blocked account', () => {
  it('are the features that were named, in one order', () => {
    const status = { blocking_state: 'manager' as const, blocked_features: ['search' as const, 'upload' as const] };
    expect(blockingOf(status)).toEqual({ blockingState: 'manager', blockedFeatures: ['upload', 'search'] });
  });

  it('are all features when none was named', () => {
    const { blockedFeatures } = blockingOf({ blocking_state: 'quota', blocked_features: [] });
    expect(blockedFeatures).toEqual(blockableFeatures);
  });

  it('are no features when it is unblocked, whatever was named', () => {
    const status = { blocking_state: 'unblocked' as const, blocked_features: ['search' as const] };
    expect(blockingOf(status)).toEqual({ blockingState: 'unblocked', blockedFeatures: [] });
  });
});
