import { join } from 'node:path';
import { membersOf } from '../../validation/answers.fixture';
import { beyond, conductOf, faults, routesOf, text } from '../../validation/requests.fixture';
import {
  downloadExport,
  exportKnowledgeBox,
  getExportStatus,
  getImportStatus,
  importKnowledgeBox,
  removeExpiredTransfers,
  startExport,
  startImport,
} from './transfer.operations';

const STARTS = 'MANAGER or WRITER of kb; sa user pat';
const FOLLOWS = 'MANAGER or READER of kb; sa user pat';

describe('exports and imports', () => {
  it('are started by writers and followed by readers, with a credential of the box', () => {
    expect(routesOf(startExport, getExportStatus, downloadExport, startImport, getImportStatus)).toEqual({
      'POST /kb/{kbid}/export': `200 json; ${STARTS}`,
      'GET /kb/{kbid}/export/{export_id}/status': `200 json; ${FOLLOWS}`,
      'GET /kb/{kbid}/export/{export_id}': `200 binary; ${FOLLOWS}`,
      'POST /kb/{kbid}/import': `200 json; ${STARTS}`,
      'GET /kb/{kbid}/import/{import_id}/status': `200 json; ${FOLLOWS}`,
    });
  });

  it('add content only when they are imported', () => {
    expect(conductOf(startExport, getExportStatus, downloadExport, startImport, getImportStatus)).toEqual({
      'kb.export.start': '60 s, needs room',
      'kb.export.status': '10 s',
      'kb.export.download': '60 s',
      'kb.import.start': '60 s, upload, needs room',
      'kb.import.status': '10 s',
    });
  });

  it('stream the file of an import, and answer a part of the file of an export', () => {
    expect(startImport.http?.bodyKind).toBe('upload');
    expect(downloadExport.http?.alsoAnswers).toEqual([206]);
  });

  it('tell an export that is not finished from one that failed and one that is gone', () => {
    expect(Object.keys(downloadExport.fails ?? {}).sort()).toEqual([
      'internal',
      'not_found',
      'precondition_failed',
      'range_not_satisfiable',
    ]);
    expect(Object.keys(startImport.fails ?? {}).sort()).toEqual([
      'bad_request',
      'rate_limited',
      'storage_full',
      'too_large',
    ]);
    expect(startExport.http?.unknownBox).toBe('Knowledge Box not found');
  });

  it('are named by letters, digits and dashes', () => {
    const named = (export_id: unknown) =>
      faults(getExportStatus, { path: { kbid: 'k', export_id } }).map((fault) => fault.replace(/:.*/, ''));
    for (const id of ['0f'.repeat(16), 'A-1', text(64)]) expect(named(id)).toEqual([]);
    for (const id of ['', 'a/b', 'a b', '../x', 'ä', undefined]) expect(named(id)).toEqual(['path.export_id']);
    expect(beyond(64, (size) => named(text(size)))).toEqual(['path.export_id']);
    expect(faults(getImportStatus, { path: { kbid: 'k', import_id: 'a_b' } })).toHaveLength(1);
  });

  it('answer with an id, and then with how far they are', () => {
    const answer = (name: string) => membersOf(join(__dirname, 'transfer.dto.ts'), name);
    expect(answer('ExportStarted')).toBe('export_id');
    expect(answer('ImportStarted')).toBe('import_id');
    expect(answer('ExportStatus')).toBe('status, total, processed, retries, error|null');
    expect(answer('ImportStatus')).toBe('status, total, processed, retries, error|null, notes');
    expect(answer('ImportNote')).toBe('resource_id|null, text');
  });

  it('are tried several times, and forgotten even while the disk is full', () => {
    expect(exportKnowledgeBox.attemptsMax).toBe(5);
    expect(importKnowledgeBox.attemptsMax).toBe(10);
    expect(removeExpiredTransfers).toMatchObject({ worksWithoutRoom: true });
  });
});
