export { type ArchiveMember, ArchiveMembers } from './archive-members';
export { gunzipped } from './gzip';
export { lockedZipContent, type LockedZipContent, lockedZipEntries, type LockedZipEntry } from './locked-zip';
export { type UnpackBounds, UnpackBudget } from './unpack-budget';
export { UnpackError, type UnpackFault } from './unpack-error';
export { unpackIntoFolder } from './folder-unpacking';
export { openZipArchive, type ZipArchive, type ZipArchiveEntry, firstZipEntry } from './zip-archive';
