import {
  type CloudLink,
  type FieldLetter,
  fieldTypeOfLetter,
  type ResourceReference,
} from '@lectern/contracts/knowledge-box';
import type { StoredPicture, UnderstoodField } from '@lectern/contracts/understanding';
import { randomUUID } from 'node:crypto';

/** Name of the file with the places of words, among the pictures that were made of a file. */
export const STRUCTURES = 'generated/structures.json';
/** Among the pictures of a file: the first rows of its sheets. */
export const ROWS = 'generated/rows.json';
/** A larger one is not read. */
export const ROWS_BYTES_MAX = 1024 * 1024;
/** Bytes that it has at most. */
export const STRUCTURES_BYTES_MAX = 8 * 1024 * 1024;

type WithPictures = Pick<UnderstoodField, 'pictures'>;

/** Prefix of the keys of all pictures that were made of files of a resource. */
export function picturesPrefix({ kbid, rid }: ResourceReference): string {
  return `kb/${kbid}/generated/${rid}/`;
}

/** Where one attempt puts pictures: no attempt replaces those of another one. */
export function newPicturesFolder(resource: ResourceReference): string {
  return `${picturesPrefix(resource)}${randomUUID()}`;
}

export function pictureNamed({ pictures }: WithPictures, name: string): StoredPicture | undefined {
  return pictures?.find((picture) => picture.name === name);
}

export function keysOfPictures({ pictures = [] }: WithPictures): readonly string[] {
  return pictures.map(({ key }) => key);
}

/** A picture as the interface names it. */
export function pictureLink(
  { kbid, rid, letter, id }: ResourceReference & { readonly letter: FieldLetter; readonly id: string },
  { name, sizeBytes, contentType, md5 }: StoredPicture,
): CloudLink {
  const uri = `/kb/${kbid}/resource/${rid}/${fieldTypeOfLetter[letter]}/${id}/download/extracted/${name}`;
  const filename = name.split('/').at(-1) ?? name;
  return { uri, size: sizeBytes, content_type: contentType, filename, md5 };
}
