import {
  type CloudLink,
  type FieldLetter,
  fieldTypeOfLetter,
  type ResourceReference,
} from '@lectern/contracts/knowledge-box';
import type { StoredPicture, UnderstoodField } from '@lectern/contracts/understanding';
import { randomUUID } from 'node:crypto';

/** Name of the file with word positions, stored among the pictures generated for a file. */
export const STRUCTURES = 'generated/structures.json';
/** Name of the file with the first rows of a file's sheets, stored among its pictures. */
export const ROWS = 'generated/rows.json';
/** Larger files are not read. */
export const ROWS_BYTES_MAX = 1024 * 1024;
/** Maximum size of the structures file. */
export const STRUCTURES_BYTES_MAX = 8 * 1024 * 1024;

type WithPictures = Pick<UnderstoodField, 'pictures'>;

/** Key prefix of all pictures generated for files of a resource. */
export function picturesPrefix({ kbid, rid }: ResourceReference): string {
  return `kb/${kbid}/generated/${rid}/`;
}

/** A unique folder for the pictures of one attempt, so that no attempt overwrites those of another. */
export function newPicturesFolder(resource: ResourceReference): string {
  return `${picturesPrefix(resource)}${randomUUID()}`;
}

export function pictureNamed({ pictures }: WithPictures, name: string): StoredPicture | undefined {
  return pictures?.find((picture) => picture.name === name);
}

export function keysOfPictures({ pictures = [] }: WithPictures): readonly string[] {
  return pictures.map(({ key }) => key);
}

/** A picture in the form of the interface. */
export function pictureLink(
  { kbid, rid, letter, id }: ResourceReference & { readonly letter: FieldLetter; readonly id: string },
  { name, sizeBytes, contentType, md5 }: StoredPicture,
): CloudLink {
  const uri = `/kb/${kbid}/resource/${rid}/${fieldTypeOfLetter[letter]}/${id}/download/extracted/${name}`;
  const filename = name.split('/').at(-1) ?? name;
  return { uri, size: sizeBytes, content_type: contentType, filename, md5 };
}
