import { InProcessBus } from '@lectern/bus';
import { AppError, validate } from '@lectern/contracts/core';
import type { SearchConfiguration } from '@lectern/contracts/knowledge-box';
import { AskRequest, FindRequest } from '@lectern/contracts/search';
import { SearchConfigurationCache } from './search-configuration-cache';

const kbid = '11111111-1111-4111-8111-111111111111';

describe('What search knows of search configurations', () => {
  let asked: number;
  let answer: () => Promise<SearchConfiguration>;
  let configurations: SearchConfigurationCache;

  beforeEach(() => {
    asked = 0;
    answer = async () => ({ kind: 'find', config: { top_k: 3 } });
    const request = () => {
      asked += 1;
      return answer();
    };
    configurations = new SearchConfigurationCache(Object.assign(new InProcessBus(), { request }));
  });

  const find = (search_configuration?: string) =>
    configurations.find(kbid, validate(FindRequest, { query: 'moon', search_configuration }));

  it('is not needed for a request that names none', async () => {
    expect((await find()).top_k).toBe(20);
    expect((await find('')).top_k).toBe(20);
    expect(asked).toBe(0);
  });

  it('is requested once by many, and again when it has changed', async () => {
    const found = await Promise.all([find('few'), find('few')]);
    expect(found.map(({ top_k }) => top_k)).toEqual([3, 3]);
    expect(asked).toBe(1);
    answer = async () => ({ kind: 'find', config: { top_k: 5 } });
    configurations.invalidate({ kbid, name: 'many' });
    expect((await find('few')).top_k).toBe(3);
    configurations.invalidate({ kbid, name: 'few' });
    expect((await find('few')).top_k).toBe(5);
  });

  it('says that there is none of this name, or of this kind', async () => {
    answer = async () => Promise.reject(new AppError('not_found', 'Search configuration does not exist'));
    const missing = { code: 'invalid_search_configuration', message: 'Search configuration not found' };
    await expect(find('other')).rejects.toMatchObject(missing);
    answer = async () => ({ kind: 'find', config: {} });
    const request = validate(AskRequest, { query: 'q', search_configuration: 'few' });
    await expect(configurations.ask(kbid, request)).rejects.toMatchObject({ code: 'invalid_search_configuration' });
  });

  it('fails with what keeps it from being loaded', async () => {
    answer = async () => Promise.reject(new AppError('unavailable', 'Away'));
    await expect(find('few')).rejects.toMatchObject({ code: 'unavailable' });
  });
});
