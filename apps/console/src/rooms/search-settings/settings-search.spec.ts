import { settingsSearch } from './settings-search';

describe('the address of the search settings', () => {
  it('names a part of the page', () => {
    expect(settingsSearch({ tab: 'labels' })).toEqual({ tab: 'labels' });
  });

  it.each([{}, { tab: 'configurations' }, { tab: 'tides' }, { tab: 3 }])('opens the first part with %j', (given) => {
    expect(settingsSearch(given)).toEqual({});
  });
});
