import { join } from 'node:path';
import { membersOf } from '../../validation/answers.fixture';
import { beyond, conductOf, faults, received, routesOf, text } from '../../validation/requests.fixture';
import { createBackup, deleteBackup, listBackups, purgeBackup, restoreBackup } from './backup.operations';

const kb_id = '4b9f6a52-1c3d-4e5f-8a9b-0c1d2e3f4a5b';
// The path names no box: the service looks for the role SOWNER of members itself.
const MANAGES = 'AOWNER or AMEMBER of account; nua user pat';

describe('backups', () => {
  it('belong to the account of the box', () => {
    expect(routesOf(listBackups, createBackup, deleteBackup, restoreBackup)).toEqual({
      'GET /account/{account}/backups': `200 json; ${MANAGES}`,
      'POST /account/{account}/backups': `201 json; ${MANAGES}`,
      'DELETE /account/{account}/backup/{backup_id}': `204 empty; ${MANAGES}`,
      'POST /account/{account}/backup/{backup_id}/restore': `201 json; ${MANAGES}`,
    });
  });

  it('need the flag of NUA keys that manage boxes', () => {
    expect(conductOf(listBackups, createBackup, deleteBackup, restoreBackup)).toEqual({
      'kb.backup.list': '10 s, nua keys need kb-management',
      'kb.backup.create': '60 s, needs room, nua keys need kb-management',
      'kb.backup.delete': '60 s, nua keys need kb-management',
      'kb.backup.restore': '60 s, upload, needs room, nua keys need kb-management',
    });
  });

  it('are refused with the statuses that clients retry or report', () => {
    const codes = ({ fails = {} }: { fails?: object }) => Object.keys(fails).sort();
    expect(codes(createBackup)).toEqual(['not_found', 'quota_exceeded', 'rate_limited', 'storage_full']);
    expect(codes(deleteBackup)).toEqual(['not_found', 'storage_full']);
    expect(codes(restoreBackup)).toEqual(
      ['bad_request', 'conflict', 'not_found', 'quota_exceeded', 'rate_limited', 'storage_full'].sort(),
    );
  });

  it('are listed as a bare array, with end and size null while they run', () => {
    const answer = (name: string) => membersOf(join(__dirname, 'backup.dto.ts'), name);
    expect(listBackups.http?.member).toBe('backups');
    expect(answer('BackupRecord')).toBe(
      'id, account_id, status, started_at, finished_at|null, size|null, error|null, kb_data',
    );
    expect(answer('BackupCreated')).toBe('id');
  });

  it('are removed from the store even while the disk is full', () => {
    expect(purgeBackup).toMatchObject({ name: 'purgeBackup', worksWithoutRoom: true });
  });
});

describe('a new backup', () => {
  it('names its box, by an id in either form', () => {
    for (const id of [kb_id, kb_id.toUpperCase(), kb_id.replaceAll('-', '')])
      expect(received(createBackup, { body: { kb_id: id } })).toEqual({ body: { kb_id: id } });
    expect(faults(createBackup, { body: {} })).toEqual(['body.kb_id: Field required']);
    for (const id of ['tides', '', kb_id.slice(1), `${kb_id}0`, `${kb_id}\n`, null, 7])
      expect([id, faults(createBackup, { body: { kb_id: id } }).length]).toEqual([id, 1]);
  });
});

describe('a box made of a backup', () => {
  const restored = (more: object) => faults(restoreBackup, { body: { slug: 'tides', title: 'Tides', ...more } });

  it('has a slug and a title of its own', () => {
    expect(received(restoreBackup, { body: { slug: 'tides:2', title: 'Tides 😀', state: 'PUBLISHED' } })).toEqual({
      body: { slug: 'tides:2', title: 'Tides 😀' },
    });
    expect(faults(restoreBackup, { body: {} })).toEqual(['body.slug: Field required', 'body.title: Field required']);
  });

  it.each(['Tides', 'a b', '', 'ä', 'a/b', 'a.b', 'x'.repeat(251)])('has no slug %j', (slug) => {
    expect(restored({ slug })).toEqual(["body.slug: String should match pattern '^[a-z0-9:_-]{1,250}$'"]);
  });

  it('has a title of at most 2,048 characters, not an empty one', () => {
    expect(beyond(2_048, (size) => restored({ title: text(size) }))).toEqual([
      'body.title: String should have at most 2048 characters',
    ]);
    expect(restored({ title: '' })).toHaveLength(1);
    expect(restored({ title: null })).toEqual(['body.title: Input should be a valid string']);
  });
});
