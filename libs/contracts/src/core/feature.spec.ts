import { blockableFeatures, isBlocked } from './feature';

describe('a blocked feature', () => {
  it('is blocked for callers with a credential and not for anonymous ones', () => {
    expect(isBlocked(['search'], 'search', { isAnonymous: false })).toBe(true);
    expect(isBlocked(['search'], 'search', { isAnonymous: true })).toBe(false);
  });

  it('is blocked for anonymous callers where its name says so', () => {
    expect(isBlocked(['public_search'], 'search', { isAnonymous: true })).toBe(true);
    expect(isBlocked(['public_search'], 'search', { isAnonymous: false })).toBe(false);
  });

  it('blocks no other feature', () => {
    expect(isBlocked(['search'], 'generative', { isAnonymous: false })).toBe(false);
    expect(isBlocked([], 'search', { isAnonymous: false })).toBe(false);
  });

  it('leaves training sets to callers with a credential, whom alone they are open to', () => {
    expect(isBlocked(blockableFeatures, 'training', { isAnonymous: true })).toBe(false);
  });
});
