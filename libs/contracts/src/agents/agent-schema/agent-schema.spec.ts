import { join } from 'node:path';
import { membersOf } from '../../validation/answers.fixture';
import { conductOf, routesOf } from '../../validation/requests.fixture';
import { getAgentSchema, getFullAgentSchema } from './agent-schema.operations';

describe('the schema of agents', () => {
  it('is for owners of an agent', () => {
    expect(routesOf(getAgentSchema, getFullAgentSchema)).toEqual({
      'GET /agent/{agent_id}/schema': '200 json; SOWNER of agent; sa user pat',
      'GET /agent/{agent_id}/fullschema': '200 json; SOWNER of agent; sa user pat',
    });
    expect(Object.values(conductOf(getAgentSchema, getFullAgentSchema))).toEqual(['10 s', '10 s']);
  });

  it('has modules by kind and name, and drivers by provider', () => {
    const members = (name: string) => membersOf(join(__dirname, 'agent-schema.dto.ts'), name);
    expect(members('AgentSchema')).toBe('agents, drivers');
    expect(members('ModuleTypesByKind')).toBe('preprocess, context, generation, postprocess');
    expect(members('ModuleTypeDescription')).toBe('id, agent_type, title, description, config_schema');
    expect(members('DriverTypeDescription')).toBe('id, title, description, config_schema');
    expect(getFullAgentSchema.http?.member).toBe('schema');
  });
});
