/** The service that knows whether a row refers to a file of this kind. */
export type BlobOwner = 'knowledge-box' | 'processing' | 'activity' | 'agents' | 'nobody';

/** A kind of file, identified by its key prefix. */
export interface BlobKind {
  readonly name: string;
  readonly owner: BlobOwner;
}

const ID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const ofBox = (folder: string) => new RegExp(`^kb/${ID}/${folder}/`);
const ofAccount = (folder: string) => new RegExp(`^account/${ID}/${folder}/`);

const kinds: readonly (BlobKind & { readonly begin: RegExp })[] = [
  { name: 'upload', owner: 'knowledge-box', begin: ofBox('upload') },
  { name: 'inline-file', owner: 'knowledge-box', begin: ofBox('file') },
  { name: 'picture', owner: 'knowledge-box', begin: ofBox('generated') },
  { name: 'export', owner: 'knowledge-box', begin: ofBox('export') },
  { name: 'imported-file', owner: 'knowledge-box', begin: ofBox('import') },
  { name: 'backup', owner: 'knowledge-box', begin: ofAccount('backup') },
  { name: 'activity', owner: 'activity', begin: ofBox('activity') },
  { name: 'task-report', owner: 'processing', begin: ofBox('asset') },
  { name: 'agent-file', owner: 'agents', begin: ofBox('agent-file') },
  { name: 'processing-upload', owner: 'processing', begin: ofAccount('upload') },
  { name: 'processing-result', owner: 'processing', begin: ofAccount('processing') },
  // Left over from checks that the store is writable.
  { name: 'probe', owner: 'nobody', begin: /^probe\// },
];

/** Undefined for unknown keys, which may be in use. */
export function kindOfBlob(key: string): BlobKind | undefined {
  return kinds.find(({ begin }) => begin.test(key));
}
