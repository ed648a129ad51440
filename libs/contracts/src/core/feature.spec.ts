import { blockableFeatures, features, isBlocked } from './feature';

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

describe('features', () => {
  it('are those that an account can be blocked from, most of them also for guests', () => {
    expect([...blockableFeatures].sort()).toEqual([
      'generative',
      'processing',
      'public_generative',
      'public_processing',
      'public_search',
      'public_upload',
      'search',
      'training',
      'upload',
    ]);
    expect(blockableFeatures.filter((name) => !name.startsWith('public_')).sort()).toEqual([...features].sort());
  });

  it('are blocked one by one, for callers or for guests', () => {
    for (const feature of features)
      for (const blocked of blockableFeatures)
        for (const isGuest of [false, true])
          expect([feature, blocked, isGuest, isBlocked([blocked], feature, { isGuest })]).toEqual([
            feature,
            blocked,
            isGuest,
            blocked === (isGuest ? `public_${feature}` : feature),
          ]);
  });
});
