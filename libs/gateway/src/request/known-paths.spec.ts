import { AppError } from '@lectern/contracts/core';
import { KnownPaths } from './known-paths';

const served = () => {
  const paths = new KnownPaths();
  paths.add('GET', '/api/v1/kb/:kbid/notes');
  paths.add(['PUT', 'DELETE'], '/api/v1/kb/:kbid/notes');
  paths.add('GET', '/api/v1/kb/:kbid/file/*');
  paths.add('GET', '/*');
  return paths;
};

function refusalOf(method: string, url: string): readonly [code: string, allow: string | undefined] {
  try {
    return served().refuse({ method, url });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return [error.code, error.details.headers?.['allow']];
  }
}

describe('a path that no route answers', () => {
  it('is missing where nothing is served there', () => {
    expect(refusalOf('GET', '/api/v1/kb/a/nothing')).toEqual(['not_found', undefined]);
    expect(refusalOf('GET', '/api/v1/kb/a/b/notes')).toEqual(['not_found', undefined]);
  });

  it('names the methods that it takes, each once and sorted, whatever the query', () => {
    expect(refusalOf('POST', '/api/v1/kb/a/notes?x=1')).toEqual(['method_not_allowed', 'DELETE, GET, PUT']);
  });

  it('is missing for a method that it does take', () => {
    expect(refusalOf('GET', '/api/v1/kb/a/notes')).toEqual(['not_found', undefined]);
  });

  it('counts with a greedy end, but not the route of all other paths', () => {
    expect(served().methodsAt('/api/v1/kb/a/file/b/c%20d')).toEqual(['GET']);
    expect(served().methodsAt('/api/v1/kb/a/file/')).toEqual([]);
    expect(served().methodsAt('/elsewhere')).toEqual([]);
  });

  it('is compared as it is where it cannot be decoded', () => {
    expect(served().methodsAt('/api/v1/kb/%zz/notes')).toEqual(['GET', 'PUT', 'DELETE']);
  });
});
