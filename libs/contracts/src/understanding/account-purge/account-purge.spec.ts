import { conductOf, routesOf } from '../../validation/requests.fixture';
import { purgeAccountRows } from './account-purge.operations';

describe('the purge of a deleted account', () => {
  it('is asked for by services only', () => {
    expect(routesOf(purgeAccountRows)).toEqual({});
    expect(conductOf(purgeAccountRows)).toEqual({ 'understanding.account.purge': '25 s' });
  });
});
