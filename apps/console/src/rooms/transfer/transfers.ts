import { requestUrl } from '@lectern/client';
import {
  createBackup,
  deleteBackup,
  downloadExport,
  getExportStatus,
  getImportStatus,
  listBackups,
  restoreBackup,
  startExport,
  startImport,
  type TransferStatus,
} from '@lectern/contracts/knowledge-box';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { api } from '../../api/client';
import { failureKind } from '../../api/failure';
import { queries } from '../../api/queries';
import { refusalOf, request } from '../../api/request';
import { sendFileTo, type SendOptions } from '../../api/send-file';
import { boxesQuery } from '../../data/boxes';
import { keepTransfer } from './kept-transfers';

const WHILE_WORKING_MS = 1_000;

interface Known {
  readonly state: { readonly data: { readonly status: TransferStatus } | undefined; readonly error: Error | null };
}

/** Asked again until it has ended, also while the server is down. */
const untilItEnds = ({ state: { data, error } }: Known) =>
  failureKind(error) === 'missing' || data?.status === 'finished' || data?.status === 'errored'
    ? false
    : WHILE_WORKING_MS;

/** How far an export is. */
export const exportQuery = (kbid: string, export_id: string) =>
  queryOptions({
    queryKey: ['box', kbid, 'export', export_id],
    queryFn: ({ signal }) => api.call(getExportStatus, { params: { kbid, export_id }, signal }),
    refetchInterval: untilItEnds,
  });

/** How far an import is, and what it left out. */
export const importQuery = (kbid: string, import_id: string) =>
  queryOptions({
    queryKey: ['box', kbid, 'import', import_id],
    queryFn: ({ signal }) => api.call(getImportStatus, { params: { kbid, import_id }, signal }),
    refetchInterval: untilItEnds,
  });

/** Where the file of an export is. */
export function exportUrl(kbid: string, export_id: string): string {
  return requestUrl(String(downloadExport.http?.path), { kbid, export_id });
}

/** Bytes of the file of a finished export; asking for its head does not remove it. */
export const exportSizeQuery = (kbid: string, export_id: string) =>
  queryOptions({
    queryKey: ['box', kbid, 'export', export_id, 'size'],
    queryFn: async ({ signal }) => {
      const url = exportUrl(kbid, export_id);
      const answer = await request(url, { method: 'HEAD', signal });
      if (!answer.ok) throw await refusalOf(`HEAD ${url}`, answer);
      return Number(answer.headers.get('content-length') ?? 0);
    },
  });

export function useStartExport(kbid: string) {
  return useMutation({
    mutationFn: () => api.call(startExport, { params: { kbid } }),
    onSuccess: ({ export_id: id }) => keepTransfer(kbid, { id, kind: 'export', startedAt: new Date().toISOString() }),
  });
}

const staysOnPage = (event: BeforeUnloadEvent) => event.preventDefault();

/** Sends the file of an export. */
export function useSendImport(kbid: string) {
  return useMutation({
    mutationFn: async ({ file, ...options }: SendOptions & { readonly file: File }) => {
      // Browsers ask before they leave a page that is sending.
      window.addEventListener('beforeunload', staysOnPage);
      try {
        const answer = await sendFileTo(requestUrl(String(startImport.http?.path), { kbid }), file, options);
        return (answer as { readonly import_id: string }).import_id; // by the contract of the operation
      } finally {
        window.removeEventListener('beforeunload', staysOnPage);
      }
    },
    onSuccess: (id, { file: { name } }) =>
      keepTransfer(kbid, { id, kind: 'import', startedAt: new Date().toISOString(), name }),
  });
}

/** Backups of an account, newest first; asked again while one is being written. */
export const backupsQuery = (account: string) =>
  queryOptions({
    queryKey: ['account', account, 'backups'],
    queryFn: async ({ signal }) => (await api.call(listBackups, { params: { account }, signal })).backups,
    refetchInterval: ({ state: { data } }) =>
      data?.some(({ status }) => status === 'running') ? WHILE_WORKING_MS : false,
  });

const changed = (account: string) => ({
  onSettled: () => queries.invalidateQueries({ queryKey: backupsQuery(account).queryKey }),
});

export function useCreateBackup(account: string) {
  return useMutation({
    mutationFn: (kb_id: string) => api.call(createBackup, { params: { account }, body: { kb_id } }),
    ...changed(account),
  });
}

export function useDeleteBackup(account: string) {
  return useMutation({
    mutationFn: (backup_id: string) => api.call(deleteBackup, { params: { account, backup_id } }),
    ...changed(account),
  });
}

/** A new box, and the backup that fills it. */
export interface Restored {
  readonly backup_id: string;
  readonly title: string;
  readonly slug: string;
}

export function useRestoreBackup(account: string) {
  return useMutation({
    mutationFn: ({ backup_id, ...body }: Restored) => api.call(restoreBackup, { params: { account, backup_id }, body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: boxesQuery(account).queryKey }),
  });
}
