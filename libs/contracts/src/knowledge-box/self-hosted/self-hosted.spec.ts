import { statusOf } from '../../core/errors';
import { routesOf } from '../../validation/requests.fixture';
import {
  createKnowledgeBox,
  deleteKnowledgeBox,
  importNewKnowledgeBox,
  listKnowledgeBoxes,
  modifyKnowledgeBox,
} from './self-hosted.operations';

const all = [listKnowledgeBoxes, createKnowledgeBox, importNewKnowledgeBox, modifyKnowledgeBox, deleteKnowledgeBox];

describe('operations of an installation without accounts', () => {
  it('exist at their paths', () => {
    expect(routesOf(...all)).toEqual({
      'GET /kbs': '200 json; any of nothing; sa user pat',
      'POST /kbs': '201 json; any of nothing; sa user pat',
      'POST /kbs/import': '200 json; any of nothing; sa user pat',
      'PATCH /kb/{kbid}': '200 json; MANAGER of kb; sa user pat',
      'DELETE /kb/{kbid}': '200 json; MANAGER of kb; sa user pat',
    });
  });

  it('refuse everyone with 403 and name the operation of the account', () => {
    for (const { refuses } of all) {
      expect(statusOf[refuses?.code ?? 'internal']).toBe(403);
      expect(refuses?.message).toMatch(
        /on-premises.*use (GET|POST|PATCH|DELETE) \/api\/v1\/account\/\{account\}\/kbs?/,
      );
    }
  });
});
