import { AppError } from '@lectern/contracts/core';
import type { ExportedField } from '@lectern/contracts/knowledge-box';
import type { StoredPicture } from '@lectern/contracts/understanding';
import { STRUCTURES, STRUCTURES_BYTES_MAX } from '@lectern/resource-store';
import type { ImportedBinary } from './imported-resource';

/** Per file, in total; processing creates half as much. */
const PICTURES_BYTES_MAX = 64 * 1024 * 1024;
const PAGE = /_(\d+)\.png$/;

/**
 * Pictures of a file or link, with the keys and MD5s of the stored bytes.
 *
 * @param binaries binaries used by the pictures are removed from it
 * @throws AppError `bad_request` for missing bytes, duplicate names or too many bytes
 */
export function takePictures(
  { letter, id, file, link_pictures }: Pick<ExportedField, 'letter' | 'id' | 'file' | 'link_pictures'>,
  binaries: Map<number, ImportedBinary>,
): StoredPicture[] {
  const pictures = [...(file?.pictures ?? []), ...link_pictures].map(
    ({ name, content_type: contentType, binary: number }) => {
      const binary = binaries.get(number);
      if (!binary)
        throw new AppError('bad_request', `The bytes of the picture ${name} of the field ${letter}/${id} are missing`);
      binaries.delete(number);
      const page = PAGE.exec(name)?.[1];
      return { name, contentType, ...binary, ...(page !== undefined && { page: Number(page) }) };
    },
  );
  if (new Set(pictures.map(({ name }) => name)).size < pictures.length)
    throw new AppError('bad_request', `The field ${letter}/${id} has two pictures of one name`);
  if (pictures.some(({ name, sizeBytes }) => name === STRUCTURES && sizeBytes > STRUCTURES_BYTES_MAX))
    throw new AppError('bad_request', `${STRUCTURES} of the field f/${id} has more than ${STRUCTURES_BYTES_MAX} bytes`);
  if (pictures.reduce((bytes, { sizeBytes }) => bytes + sizeBytes, 0) > PICTURES_BYTES_MAX)
    throw new AppError(
      'bad_request',
      `The pictures of the field ${letter}/${id} have more than ${PICTURES_BYTES_MAX} bytes`,
    );
  return pictures;
}
