import { join } from 'node:path';
import { membersOf } from '../../validation/answers.fixture';
import { beyond, conductOf, faults, list, received, routesOf, text } from '../../validation/requests.fixture';
import { refusals } from '../../validation/refused.fixture';
import { BlobKeys } from './blob-sweep.dto';
import { findUnnamedBlobs, removeUnnamedBlobs, sweepBlobs } from './blob-sweep.operations';

describe('a sweep of the blob store', () => {
  it('is for those who run the deployment, and makes room on a full disk', () => {
    expect(routesOf(sweepBlobs)).toEqual({ 'POST /admin/blobs/sweep': '200 json; ROOT of nothing; user pat' });
    expect(conductOf(sweepBlobs)).toEqual({ 'kb.blob.sweep': '60 s' });
    for (const work of [findUnnamedBlobs, removeUnnamedBlobs]) expect(work.worksWithoutRoom).toBe(true);
  });

  it('removes from the beginning, unless the request says otherwise', () => {
    expect(received(sweepBlobs, { body: {} })).toEqual({ body: { dry_run: false } });
    expect(received(sweepBlobs, { body: { dry_run: true, cursor: 'kb/a' } })).toEqual({
      body: { dry_run: true, cursor: 'kb/a' },
    });
    expect(faults(sweepBlobs, { body: { dry_run: 'perhaps' } })).toHaveLength(1);
    expect(beyond(900, (size) => faults(sweepBlobs, { body: { cursor: text(size) } }))).toEqual([
      'body.cursor: String should have at most 900 characters',
    ]);
  });

  it('counts what it found', () => {
    const answer = (name: string) => membersOf(join(__dirname, 'blob-sweep.dto.ts'), name);
    expect(answer('BlobSweepPage')).toBe('examined, unnamed, cursor|null');
    expect(answer('BlobCount')).toBe('kind, count, size_bytes');
  });

  it('asks other services about at most 1,000 files at once', () => {
    expect(beyond(1_000, (size) => refusals(BlobKeys, { keys: list(size, () => 'k') }))).toEqual([
      'keys: List should have at most 1000 items after validation, not 1001',
    ]);
    expect(refusals(BlobKeys, { keys: [1] })).toEqual(['keys.0: Input should be a valid string']);
    expect(refusals(BlobKeys, {})).toEqual(['keys: Field required']);
  });
});
