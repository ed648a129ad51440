import { unpackIntoFolder, UnpackError, type UnpackFault } from '@lectern/archives';
import { refusal } from './refusal';

/** Bounds of an unpacked archive with a model. */
export const unpackingLimits = { filesMax: 10_000, bytesMax: 4 * 1024 ** 3, nameCharsMax: 500 };

/**
 * Unpacks a tar, a gzipped tar or a zip into a folder. The format is detected from the content.
 *
 * @throws AppError `invalid_request` when it is none of them, damaged, too large, or reaches out of the folder
 */
export async function unpackArchive(path: string, folder: string, limits = unpackingLimits): Promise<void> {
  try {
    await unpackIntoFolder(path, folder, limits);
  } catch (error) {
    throw error instanceof UnpackError ? refusal(textOf(error.fault)) : error;
  }
}

const damages: Readonly<Record<string, string>> = {
  gzip: 'The gzip archive is damaged or cut off',
  tar: 'The tar archive is damaged',
  'tar name': 'The tar archive is damaged: a name is too long',
  zip: 'The zip archive is damaged',
  'zip directory': 'The zip archive is damaged or cut off',
  end: 'The archive is cut off',
};

function textOf(fault: UnpackFault): string {
  switch (fault.kind) {
    case 'files':
      return `The archive has more than ${fault.filesMax} files, folders and headers`;
    case 'bytes':
      return `The archive unpacks to more than ${fault.bytesMax.toLocaleString('en')} bytes`;
    case 'name':
      return `The archive has a file outside of its folder: ${JSON.stringify(fault.name)}`;
    case 'no file':
      return `The archive has what is no file: ${JSON.stringify(fault.name)}`;
    case 'packing':
      return 'The zip archive is encrypted, or packed in a way that is not known here';
    case 'no archive':
      return 'This is no tar, tar.gz or zip archive';
    case 'damaged':
      return damages[String(fault.reason)] ?? 'The archive is damaged';
  }
}
