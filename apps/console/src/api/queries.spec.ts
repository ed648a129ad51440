import { ApiError } from '@lectern/client';
import { queries } from './queries';

describe('a query that fails', () => {
  /** How often it was tried in all. */
  async function triesOf(error: Error): Promise<number> {
    let tries = 0;
    const query = queries.fetchQuery({
      queryKey: ['tries', error.message],
      queryFn: () => {
        tries += 1;
        return Promise.reject(error);
      },
      retryDelay: 0,
      gcTime: 0,
    });
    await expect(query).rejects.toBe(error);
    return tries;
  }
  afterAll(() => queries.clear());

  it.each([
    ['because the server is away', new TypeError('Failed to fetch')],
    ['because the server is busy', new ApiError('GET /x', 429, { detail: 'Wait' })],
    ['because the server is broken', new ApiError('GET /x', 500, {})],
  ])('%s is sent three times', async (_, error) => {
    expect(await triesOf(error)).toBe(3);
  });

  it.each([400, 403, 404, 409, 422])('because the server answers %d is not sent again', async (status) => {
    expect(await triesOf(new ApiError('GET /x', status, {}))).toBe(1);
  });

  it('is never a change that is sent twice', () => {
    expect(queries.getDefaultOptions().mutations).toMatchObject({ retry: false });
  });
});
