import { validate } from '@lectern/contracts/core';
import { AgentParameters } from '@lectern/contracts/understanding';
import { versionOf } from './agent-version';

const operations = [{ label: { ident: 'topic', labels: [{ label: 'sea' }] } }];
const parametersOf = (members: object = {}) => validate(AgentParameters, { name: 'mine', operations, ...members });
const version = versionOf('1', parametersOf());

describe('the version of what an agent found in a field', () => {
  it('is the same for the same content and the same work', () => {
    expect(versionOf('1', parametersOf())).toBe(version);
  });

  it('is the same under another name and for other fields, which change nothing in this one', () => {
    expect(versionOf('1', parametersOf({ name: 'other', filter: { contains: ['tide'] } }))).toBe(version);
  });

  it.each([
    [{ on: 1 }],
    [{ llm: { model: 'writer' } }],
    [{ operations: [{ label: { ident: 'topic', labels: [{ label: 'sky' }] } }] }],
    [{ operations: [...operations, ...operations] }],
  ])('is another one with %j', (members) => {
    expect(versionOf('1', parametersOf(members))).not.toBe(version);
  });

  it('is another one for other content', () => {
    expect(versionOf('2', parametersOf())).not.toBe(version);
  });
});
