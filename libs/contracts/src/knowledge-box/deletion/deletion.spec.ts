import { join } from 'node:path';
import { idParametersOf } from '../../validation/ids';
import { membersOf } from '../../validation/answers.fixture';
import { conductOf, routesOf } from '../../validation/requests.fixture';
import { refusals } from '../../validation/refused.fixture';
import { DeletedResourceTarget } from './deletion.dto';
import { getDeletion, verifyDeletion } from './deletion.operations';

describe('the receipt of a deletion', () => {
  it('is read and checked by writers', () => {
    expect(routesOf(getDeletion, verifyDeletion)).toEqual({
      'GET /kb/{kbid}/deletion/{rid}': '200 json; WRITER of kb; sa user pat',
      'POST /kb/{kbid}/deletion/{rid}/verify': '200 json; WRITER of kb; sa user pat',
    });
    expect(conductOf(getDeletion, verifyDeletion)).toEqual({ 'kb.deletion.get': '10 s', 'kb.deletion.verify': '60 s' });
  });

  it('is named by the id that the resource had, not by its slug', () => {
    expect(
      idParametersOf(DeletedResourceTarget)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(['kbid', 'rid']);
    expect(refusals(DeletedResourceTarget, { kbid: 'k', rslug: 'tides' })).toEqual(['rid: Field required']);
  });

  it('may be gone', () => {
    for (const { fails } of [getDeletion, verifyDeletion]) expect(Object.keys(fails ?? {})).toEqual(['not_found']);
  });

  it('says what was removed, and its proof what every store still has', () => {
    const answer = (name: string) => membersOf(join(__dirname, 'deletion.dto.ts'), name);
    expect(answer('DeletionReceipt')).toBe(
      'resource_id, by, deleted_at, state, purged_at|null, rows, files, kept_days',
    );
    expect(answer('DeletionProof')).toBe('resource_id, clean, stores');
    expect(answer('StoreProof')).toBe('store, found');
  });
});
