import { membersOf } from '../../validation/answers.fixture';
import { changed, empty, nested, required, tooDeep, tooLong, tooMany, wireOf } from '../../validation/members.fixture';
import { conductOf, faults, list, received, routesOf, text } from '../../validation/requests.fixture';
import { NewPrompt, PromptSettings } from './prompt.dto';
import { addPrompt, deletePrompt, getPrompt, listPrompts, patchPrompt } from './prompt.operations';

const smallest = { prompt: 'Weather in {city}?' };
const members = {
  name: 'null text',
  description: 'null text',
  arguments: 'null list',
  icons: 'null list',
  meta: 'null object',
};
const named = (count: number) => list(count, (index) => ({ name: `a${index}` }));
const pattern = "String should match pattern '^[a-zA-Z0-9_-]{1,64}$'";

describe('a prompt of an agent', () => {
  it('is the business of owners of the agent, and always answered with JSON', () => {
    const operations = [listPrompts, addPrompt, getPrompt, patchPrompt, deletePrompt];
    const item = '/agent/{agent_id}/prompt/{prompt_id}';
    expect(routesOf(...operations)).toEqual({
      'GET /agent/{agent_id}/prompts': '200 json; SOWNER of agent; sa user pat',
      'POST /agent/{agent_id}/prompts': '200 json; SOWNER of agent; sa user pat',
      [`GET ${item}`]: '200 json; SOWNER of agent; sa user pat',
      [`PATCH ${item}`]: '200 null; SOWNER of agent; sa user pat',
      [`DELETE ${item}`]: '200 null; SOWNER of agent; sa user pat',
    });
    expect(Object.values(conductOf(...operations))).toEqual([
      '10 s',
      '10 s, needs room',
      '10 s',
      '10 s, needs room',
      '10 s',
    ]);
  });

  it('that is new needs its text only', () => {
    expect(wireOf(NewPrompt, smallest)).toEqual({ prompt: 'text!', prompt_id: 'null text', ...members });
    expect(received(addPrompt, { body: smallest }).body).toEqual(smallest);
    expect(faults(addPrompt, { body: {} })).toEqual([`body.prompt: ${required}`]);
  });

  it('is changed by any part of it, and never gets another id', () => {
    expect(wireOf(PromptSettings, {})).toEqual({ prompt: 'null text', ...members });
    expect(received(patchPrompt, { body: { prompt_id: 'other' } }).body).toEqual({});
  });

  it.each([
    ['name', text(250), text(251), tooLong(250)],
    ['name', 'a', '', empty],
    ['description', text(10_000), text(10_001), tooLong(10_000)],
    ['prompt', 'a', '', empty],
    ['arguments', named(100), named(101), tooMany(100)],
    ['arguments', named(2), [...named(1), ...named(1)], 'Value error, two arguments have the name a0'],
    ['icons', list(20, () => ({ src: 'x' })), list(21, () => ({ src: 'x' })), tooMany(20)],
    ['meta', nested(64), nested(65), tooDeep(64)],
  ])('takes a proper %s only, when it is new and when it is changed', (at, good, bad, fault) => {
    const faultsAt = (value: unknown) => [
      ...faults(addPrompt, { body: changed(smallest, at, value) }),
      ...faults(patchPrompt, { body: { [at]: value } }),
    ];
    expect([faultsAt(good), faultsAt(bad)]).toEqual([[], [`body.${at}: ${fault}`, `body.${at}: ${fault}`]]);
  });

  it('has an id for paths', () => {
    expect(faults(addPrompt, { body: { ...smallest, prompt_id: 'a b' } })).toEqual([`body.prompt_id: ${pattern}`]);
    const path = { agent_id: '4ff5e06c-d43f-4ccc-82eb-8cf1c202b212', prompt_id: text(65) };
    expect(faults(getPrompt, { path })).toEqual([`path.prompt_id: ${pattern}`]);
  });

  it('has arguments and icons of a known shape', () => {
    expect(faults(addPrompt, { body: { ...smallest, arguments: [{}], icons: [{ sizes: ['48x48'] }] } })).toEqual([
      `body.arguments.0.name: ${required}`,
      `body.icons.0.src: ${required}`,
    ]);
  });

  it('is shown with every member', () => {
    expect(membersOf(`${__dirname}/prompt.dto.ts`, 'AgentPrompt')).toBe(
      'prompt_id, name, description, prompt, arguments, icons, meta',
    );
  });
});
