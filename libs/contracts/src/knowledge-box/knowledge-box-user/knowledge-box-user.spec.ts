import { join } from 'node:path';
import { membersOf } from '../../validation/answers.fixture';
import { beyond, conductOf, faults, list, received, routesOf } from '../../validation/requests.fixture';
import { listKnowledgeBoxUsers, updateKnowledgeBoxUsers } from './knowledge-box-user.operations';

const id = '4b9f6a52-1c3d-4e5f-8a9b-0c1d2e3f4a5b';
const update = (body: unknown) => faults(updateKnowledgeBoxUsers, { body });
const OWNS = 'SOWNER or AOWNER of kb; user pat';

describe('users of a knowledge box', () => {
  it('are managed by its owners and those of its account, never with keys', () => {
    expect(routesOf(listKnowledgeBoxUsers, updateKnowledgeBoxUsers)).toEqual({
      'GET /account/{account}/kb/{kbid}/users': `200 json; ${OWNS}`,
      'PATCH /account/{account}/kb/{kbid}/users': `204 empty; ${OWNS}`,
    });
  });

  it('can lose roles while the disk is full', () => {
    expect(conductOf(listKnowledgeBoxUsers, updateKnowledgeBoxUsers)).toEqual({
      'kb.user.list': '10 s, management',
      'kb.user.update': '10 s, management',
    });
  });

  it('are listed as a bare array, with name and address only on request', () => {
    expect(listKnowledgeBoxUsers.http?.member).toBe('users');
    expect(membersOf(join(__dirname, 'knowledge-box-user.dto.ts'), 'KnowledgeBoxUserRecord')).toBe(
      'id, role, name?, email?',
    );
    expect(received(listKnowledgeBoxUsers, {})).toEqual({ query: { include_user_detail: false } });
    expect(received(listKnowledgeBoxUsers, { query: { include_user_detail: 'true' } })).toEqual({
      query: { include_user_detail: true },
    });
    expect(faults(listKnowledgeBoxUsers, { query: { include_user_detail: 'some' } })).toHaveLength(1);
  });

  it('may be added, updated and deleted in one request, or not at all', () => {
    const body = { add: [{ id, role: 'SMEMBER' }], update: [{ id, role: 'SOWNER' }], delete: [id] };
    expect(received(updateKnowledgeBoxUsers, { body })).toEqual({ body });
    for (const nothing of [{}, { add: [], update: [], delete: [] }, { add: null, update: null, delete: null }])
      expect(update(nothing)).toEqual([]);
  });

  it('are named by ids in either form', () => {
    for (const written of [id, id.toUpperCase(), id.replaceAll('-', '')])
      expect([written, update({ add: [{ id: written, role: 'SMEMBER' }], delete: [written] })]).toEqual([written, []]);
  });

  it.each([
    [{ add: [{ role: 'SMEMBER' }] }, 'add.0.id: Field required'],
    [{ add: [{ id }] }, 'add.0.role: Field required'],
    [{ add: [{ id, role: 'AMEMBER' }] }, "add.0.role: Input should be 'SMEMBER', 'SCONTRIBUTOR' or 'SOWNER'"],
    [{ update: [{ id, role: null }] }, "update.0.role: Input should be 'SMEMBER', 'SCONTRIBUTOR' or 'SOWNER'"],
    [
      { update: [{ id: 'ada', role: 'SMEMBER' }] },
      'update.0.id: Input should be a valid UUID, not 32 hexadecimal digits',
    ],
    [{ delete: [{ id }] }, 'delete.0: UUID input should be a string or UUID object'],
    [{ delete: ['ada'] }, 'delete.0: Input should be a valid UUID, not 32 hexadecimal digits'],
    [{ delete: id }, 'delete: Input should be a valid list'],
    [{ add: { id, role: 'SMEMBER' } }, 'add: Input should be a valid list'],
  ])('are not changed by %j', (body, fault) => {
    expect(update(body)).toEqual([`body.${fault}`]);
  });

  it.each(['add', 'update', 'delete'])('are at most 1,000 in %s', (member) => {
    const many = (size: number) => list(size, () => (member === 'delete' ? id : { id, role: 'SMEMBER' }));
    expect(beyond(1_000, (size) => update({ [member]: many(size) }))).toEqual([
      `body.${member}: List should have at most 1000 items after validation, not 1001`,
    ]);
  });

  it('keep an owner', () => {
    expect(Object.keys(updateKnowledgeBoxUsers.fails ?? {}).sort()).toEqual([
      'conflict',
      'not_found',
      'quota_exceeded',
      'storage_full',
    ]);
  });
});
