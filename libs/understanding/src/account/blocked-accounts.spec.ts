import { InProcessBus } from '@lectern/bus';
import { AppError, type BlockableFeature } from '@lectern/contracts/core';
import { BlockedAccounts } from './blocked-accounts';

function blocksOf(answer: () => BlockableFeature[]): BlockedAccounts {
  const request = async () => ({ blockedFeatures: answer() });
  return new BlockedAccounts(Object.assign(new InProcessBus(), { request }));
}

describe('Blocked accounts', () => {
  it('are those that the accounts service names, for the feature that it names', async () => {
    const blocks = blocksOf(() => ['processing', 'public_generative']);
    expect(await blocks.isBlocked('a', 'processing')).toBe(true);
    expect(await blocks.isBlocked('a', 'generative')).toBe(false);
    await expect(blocks.admit('a', 'processing')).rejects.toMatchObject({ code: 'blocked' });
  });

  it('are none of which nothing is known', async () => {
    const blocks = blocksOf(() => {
      throw new AppError('unavailable', 'The accounts service is away');
    });
    expect(await blocks.isBlocked('a', 'processing')).toBe(false);
  });

  it('are asked for once in a while', async () => {
    let asked = 0;
    const blocks = blocksOf(() => {
      asked += 1;
      return [];
    });
    await Promise.all([1, 2, 3].map(() => blocks.isBlocked('a', 'processing')));
    expect(asked).toBe(1);
  });
});
