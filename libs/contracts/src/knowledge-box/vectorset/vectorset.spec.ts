import { join } from 'node:path';
import { membersOf } from '../../validation/answers.fixture';
import { beyond, conductOf, faults, routesOf, text } from '../../validation/requests.fixture';
import {
  addVectorset,
  deleteVectorset,
  fillVectorset,
  listVectorsets,
  purgeVectorset,
  readBoxVectorsets,
  readModelUse,
} from './vectorset.operations';

const OWNS = 'MANAGER or OWNER of kb; sa user pat';

describe('vectorsets', () => {
  it('are changed by owners, listed by readers, and counted by those who run the deployment', () => {
    expect(routesOf(listVectorsets, addVectorset, deleteVectorset, readModelUse)).toEqual({
      'GET /kb/{kbid}/vectorsets': '200 json; READER of kb; sa user pat',
      'POST /kb/{kbid}/vectorsets/{vectorset_id}': `201 json; ${OWNS}`,
      'DELETE /kb/{kbid}/vectorsets/{vectorset_id}': `204 empty; ${OWNS}`,
      'GET /admin/models': '200 json; ROOT of nothing; user pat',
    });
    expect(routesOf(readBoxVectorsets)).toEqual({});
    expect(conductOf(listVectorsets, addVectorset, deleteVectorset, readModelUse)).toEqual({
      'kb.vectorset.list': '10 s',
      'kb.vectorset.add': '10 s, needs room',
      'kb.vectorset.delete': '10 s',
      'kb.vectorset.models': '30 s',
    });
  });

  it('are added without a body', () => {
    expect(addVectorset.body).toBeUndefined();
  });

  it('are named by a model, with slashes where it has some', () => {
    const named = (vectorset_id: unknown) => faults(addVectorset, { path: { kbid: 'k', vectorset_id } });
    for (const id of ['multilingual-2024-05-06', 'intfloat/multilingual-e5-small', 'modèle 😀'])
      expect(named(id)).toEqual([]);
    expect(named('')).toEqual(['path.vectorset_id: String should have at least 1 character']);
    expect(named(undefined)).toEqual(['path.vectorset_id: Field required']);
    expect(beyond(250, (size) => named(text(size)))).toEqual([
      'path.vectorset_id: String should have at most 250 characters',
    ]);
  });

  it('conflict when they exist, and the last one cannot be deleted', () => {
    expect(Object.keys(addVectorset.fails ?? {}).sort()).toEqual([
      'conflict',
      'invalid_request',
      'quota_exceeded',
      'storage_full',
    ]);
    expect(Object.keys(deleteVectorset.fails ?? {}).sort()).toEqual(['conflict', 'storage_full']);
  });

  it('answer with ids, and with what they lack', () => {
    const answer = (name: string) => membersOf(join(__dirname, 'vectorset.dto.ts'), name);
    expect(answer('VectorsetList')).toBe('vectorsets');
    expect(answer('VectorsetRecord')).toBe('id, waiting?');
    expect(answer('VectorsetCreated')).toBe('id');
    expect(answer('ModelUse')).toBe('default_embedder, reranker, embedders');
  });

  it('are filled while there is room, and removed without', () => {
    expect(fillVectorset.worksWithoutRoom).toBeUndefined();
    expect(purgeVectorset.worksWithoutRoom).toBe(true);
  });
});
