import { longestBlockMs } from '@lectern/testing';
import { AnswerSchemas } from './answer-schemas';

const person = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
const backtracking = { type: 'object', properties: { a: { type: 'string', pattern: '^(a+)+$' } } };
/** Takes seconds to compile, although its text is within the limit of a request. */
const large = (count: number) => ({
  type: 'object',
  properties: Object.fromEntries(Array.from({ length: count }, (_, at) => [`p${at}`, { type: 'string' }])),
});
const mine = { owner: 'a' };

describe('schemas that callers send', () => {
  const schemas = new AnswerSchemas();

  it.each([
    [person],
    [{ name: 'person', parameters: person }],
    [{ ...person, $schema: 'https://json-schema.org/draft/2020-12/schema' }],
  ])('are read and checked elsewhere: %j', async (schema) => {
    await schemas.check(schema, mine);
    expect(await schemas.problemOf(schema, { name: 'Ada' }, mine)).toBeUndefined();
    expect(await schemas.problemOf(schema, {}, mine)).toBe("must have required property 'name'");
  });

  it('are refused with the reason, by whatever name', async () => {
    for (let i = 0; i < 2; i += 1)
      await expect(schemas.check({ type: 'nonsense' }, mine)).rejects.toMatchObject({
        name: 'SchemaError',
        message: expect.stringContaining('not `object`'),
      });
  });

  it('never hold the process up, however long they take, and cost others no answer', async () => {
    const slow = Array.from({ length: 3 }, (_, at) => large(20_000 + at));
    let reasons: readonly unknown[] = [];
    const blockedMs = await longestBlockMs(async () => {
      const checks = slow.map((schema) => schemas.check(schema, { ...mine, isAnonymous: true }));
      const other = schemas.check({ ...person, title: 'other' }, { owner: 'b' });
      reasons = await Promise.all([...checks.map((check) => check.catch((error: Error) => error.message)), other]);
    });
    expect(reasons).toEqual([...slow.map(() => 'it takes too long to read'), undefined]);
    // Compiled in this thread, a single one would take seconds.
    expect(blockedMs).toBeLessThan(500);
  }, 60_000);

  it('may have patterns that backtrack without end: they are stopped', async () => {
    await schemas.check(backtracking, mine);
    expect(await schemas.problemOf(backtracking, { a: 'aaa' }, mine)).toBeUndefined();
    const blockedMs = await longestBlockMs(async () => {
      const problem = await schemas.problemOf(backtracking, { a: `${'a'.repeat(60)}b` }, mine);
      expect(problem).toBe('it takes too long to check');
    });
    expect(blockedMs).toBeLessThan(500);
    expect(await schemas.problemOf(backtracking, { a: 'aab' }, mine)).toBe('/a must match pattern "^(a+)+$"');
  }, 60_000);

  it('that were refused once are refused at once', async () => {
    const schema = large(30_000);
    const check = () => schemas.check(schema, mine).catch((error: Error) => error.message);
    expect(await check()).toBe('it takes too long to read');
    const before = process.cpuUsage();
    for (let i = 0; i < 10; i += 1) expect(await check()).toBe('it takes too long to read');
    // Without the cache, each of them would take half a second.
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(2_500);
  }, 60_000);

  it('of answers that are nested without end are broken by them', async () => {
    let deep: object = {};
    for (let i = 0; i < 200_000; i += 1) deep = { next: deep };
    const tree = { type: 'object', properties: { next: { $ref: '#' } } };
    expect(await schemas.problemOf(tree, deep, mine)).toBe('it is nested too deeply');
  });

  it('are given up by those who leave', async () => {
    const controller = new AbortController();
    const reading = schemas.check(large(25_000), { ...mine, signal: controller.signal });
    setTimeout(() => controller.abort(), 50);
    await expect(reading).rejects.toMatchObject({ code: 'cancelled' });
    await schemas.check(person, mine);
  });
});
