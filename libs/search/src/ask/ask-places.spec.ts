import { AskPlaces } from './ask-places';

const never = new AbortController().signal;

async function* answer(): AsyncGenerator<number> {
  yield 1;
  yield 2;
}

describe('AskPlaces', () => {
  let places: AskPlaces;
  const begin = (signal = never) => places.within(answer, signal);

  beforeEach(() => {
    process.env['ASKS_AT_ONCE_MAX'] = '1';
    places = new AskPlaces();
  });

  afterEach(() => {
    delete process.env['ASKS_AT_ONCE_MAX'];
  });

  it('lets one wait for the place of another, and says to a third when to come back', async () => {
    const first = begin();
    expect((await first.next()).value).toBe(1);
    const second = begin().next();
    await expect(begin().next()).rejects.toMatchObject({
      code: 'unavailable',
      details: { headers: { 'retry-after': '5' } },
    });
    expect([(await first.next()).value, (await first.next()).done]).toEqual([2, true]);
    expect((await second).value).toBe(1);
  });

  it('gives a place back when nobody goes on reading, when the answer fails, and when who waits leaves', async () => {
    const first = begin();
    await first.next();
    const leaving = new AbortController();
    const left = begin(leaving.signal).next();
    leaving.abort();
    await expect(left).rejects.toMatchObject({ code: 'cancelled' });
    await first.return(undefined);
    const failing = places.within(() => {
      throw new Error('No answer');
    }, never);
    await expect(failing.next()).rejects.toThrow('No answer');
    const values: number[] = [];
    for await (const value of begin()) values.push(value);
    expect(values).toEqual([1, 2]);
    await expect(begin(leaving.signal).next()).rejects.toMatchObject({ code: 'cancelled' });
  });

  it('says so to who waited too long', async () => {
    await begin().next();
    await expect(begin().next()).rejects.toMatchObject({ code: 'unavailable' });
  }, 20_000);
});
