import { blockableFeatures, isBlocked } from './feature';

describe('a blocked feature', () => {
  it('is blocked for callers with a credential and not for anonymous ones', () => {
    expect(isBlocked(['search'], 'search', { isGuest: false })).toBe(true);
    expect(isBlocked(['search'], 'search', { isGuest: true })).toBe(false);
  });

  it('is blocked for anonymous callers where its name says so', () => {
    expect(isBlocked(['public_search'], 'search', { isGuest: true })).toBe(true);
    expect(isBlocked(['public_search'], 'search', { isGuest: false })).toBe(false);
  });

  it('blocks no other feature', () => {
    expect(isBlocked(['search'], 'generative', { isGuest: false })).toBe(false);
    expect(isBlocked([], 'search', { isGuest: false })).toBe(false);
  });

  it('leaves training sets to callers with a credential, whom alone they are open to', () => {
    expect(isBlocked(blockableFeatures, 'training', { isGuest: true })).toBe(false);
  });
});
