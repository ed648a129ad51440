import type { ExportedField } from '@lectern/contracts/knowledge-box';
import type { ImportedBinary } from './imported-resource';
import { takePictures } from './imported-pictures';

const isOfLink = (name: string) => name.startsWith('link_');
const MEBIBYTE = 1024 * 1024;

describe('pictures of an imported file', () => {
  const taken = (names: readonly string[], sizeBytes: number) => {
    const pictures = names.map((name, binary) => ({ name, content_type: 'image/png', binary }));
    // Members that are not read are left out.
    const [files, links] = [
      pictures.filter(({ name }) => !isOfLink(name)),
      pictures.filter(({ name }) => isOfLink(name)),
    ];
    const field = { id: 'f', file: { pictures: files }, link_pictures: links } as unknown as ExportedField;
    const binaries = names.map((name, number): [number, ImportedBinary] => [number, { key: name, sizeBytes, md5: '' }]);
    return takePictures(field, new Map(binaries)).map(({ name, page }) => [name, page]);
  };

  it('have the number of their page', () => {
    expect(taken(['file_thumbnail', 'generated/extracted_images_12.png', 'generated/structures.json'], 1)).toEqual([
      ['file_thumbnail', undefined],
      ['generated/extracted_images_12.png', 12],
      ['generated/structures.json', undefined],
    ]);
  });

  it('may be those of a link', () => {
    expect(taken(['link_thumbnail', 'link_image'], 1)).toEqual([
      ['link_thumbnail', undefined],
      ['link_image', undefined],
    ]);
  });

  it('are refused where they, or the places of words, have more bytes than a file has of them', () => {
    expect(() => taken(['generated/structures.json'], 8 * MEBIBYTE)).not.toThrow();
    expect(() => taken(['generated/structures.json'], 8 * MEBIBYTE + 1)).toThrow(/more than 8388608 bytes/);
    expect(() => taken(['file_thumbnail', 'generated/extracted_images_0.png'], 33 * MEBIBYTE)).toThrow(/more than/);
  });
});
