import { AppError } from '@lectern/contracts/core';
import { type ArgumentRules, checkWorkflowArguments, checkParameters } from './workflow-arguments';

const agent = 'a';
const parameters = {
  city: { type: 'string', description: 'Where' },
  days: { type: 'integer', minimum: 1, default: 3 },
  'a/b': { type: 'object', properties: { c: { type: 'boolean' } } },
  copy: { $ref: '#/properties/city' },
};

/** Places and words of the faults; undefined when there are none. */
async function faultsOf(check: Promise<void>): Promise<readonly string[] | undefined> {
  try {
    return void (await check);
  } catch (error) {
    if (!(error instanceof AppError) || !Array.isArray(error.details.detail)) throw error;
    expect([error.code, error.status]).toEqual(['invalid_request', 422]);
    return error.details.detail.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`);
  }
}

describe('arguments of an interaction', () => {
  const required = ['city', 'other'];
  const faults = (given: Record<string, unknown>, rules: ArgumentRules = { parameters, required: ['city'] }) =>
    faultsOf(checkWorkflowArguments(agent, rules, given));

  it('must be there where the workflow requires them, whether they have a schema or not', async () => {
    expect(await faults({}, { parameters, required })).toEqual([
      'body.arguments.city: Field required',
      'body.arguments.other: Field required',
    ]);
    expect(await faults({ city: 'Bern', other: null }, { parameters, required })).toBeUndefined();
    expect(await faults({}, { parameters: {}, required: ['x', 'x'] })).toEqual(['body.arguments.x: Field required']);
    expect(await faults({}, { parameters: {}, required: ['toString'] })).toEqual([
      'body.arguments.toString: Field required',
    ]);
  });

  it.each([
    [{ city: 7 }, 'body.arguments.city: Value error, must be string'],
    [{ city: null }, 'body.arguments.city: Value error, must be string'],
    [{ city: 'Bern', days: '3' }, 'body.arguments.days: Value error, must be integer'],
    [{ city: 'Bern', days: 0 }, 'body.arguments.days: Value error, must be >= 1'],
    [{ city: 'Bern', 'a/b': { c: 1 } }, 'body.arguments.a/b: Value error, /c must be boolean'],
    [{ city: 'Bern', copy: 1 }, 'body.arguments.copy: Value error, must be string'],
  ])('must be as their schemas say: %j', async (given, fault) => {
    expect(await faults(given)).toEqual([fault]);
  });

  it('may be others than the parameters, and are not checked where there are none', async () => {
    expect(await faults({ city: 'Bern', days: 2, unknown: [] })).toBeUndefined();
    expect(await faults({ anything: 1 }, { parameters: {}, required: [] })).toBeUndefined();
  });

  it('end a check that would never end', async () => {
    const endless = { word: { type: 'string', pattern: '^(a+)+$' } };
    expect(await faults({ word: `${'a'.repeat(50)}!` }, { parameters: endless, required: [] })).toEqual([
      'body.arguments: Value error, it takes too long to check',
    ]);
  });
});

describe('parameters of a workflow', () => {
  it('are JSON Schemas', async () => {
    expect(await faultsOf(checkParameters(agent, parameters))).toBeUndefined();
    expect(await faultsOf(checkParameters(agent, {}))).toBeUndefined();
    expect(await faultsOf(checkParameters(agent, { city: { type: 'town' } }))).toEqual([
      expect.stringMatching(/^body\.parameters: Value error, it is no JSON Schema: schema\/properties\/city\/type/),
    ]);
    expect(await faultsOf(checkParameters(agent, { city: { $ref: 'https://example.org/city' } }))).toEqual([
      expect.stringMatching(/^body\.parameters: Value error, it is no JSON Schema/),
    ]);
  });
});
