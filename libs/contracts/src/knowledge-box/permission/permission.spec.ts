import { join } from 'node:path';
import { membersOf } from '../../validation/answers.fixture';
import { conductOf, routesOf } from '../../validation/requests.fixture';
import { getPermissions } from './permission.operations';

describe('permissions of the caller on a knowledge box', () => {
  it('are read by users, whatever their role, from everywhere', () => {
    expect(routesOf(getPermissions)).toEqual({
      'GET /account/{account}/kb/{kbid}/permissions': '200 json; any of kb; user pat',
    });
    expect(conductOf(getPermissions)).toEqual({ 'kb.permission.get': '10 s, management' });
  });

  it('have a list, and a role that may be null', () => {
    expect(membersOf(join(__dirname, 'permission.dto.ts'), 'KnowledgeBoxPermissions')).toBe('permissions, role|null');
  });
});
