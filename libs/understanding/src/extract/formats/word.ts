import { guardArchive } from '../archive';
import { ExtractError, reasonOf } from '../extract-error';
import type { FormatReader } from '../reader';
import { readHtml } from './html';
import { readOfficeProperties } from './office-properties';

/** Word documents: mammoth knows their styles, lists and tables best. */
export const readWord: FormatReader = async (source, document, { budget }) => {
  const archive = guardArchive(source.bytes, budget);
  const { default: mammoth } = await import('mammoth');
  readOfficeProperties(archive, document);
  try {
    // Pictures are left out: their bytes would only be thrown away as text.
    const convertImage = mammoth.images.imgElement(async () => ({ src: '' }));
    const { value } = await mammoth.convertToHtml({ buffer: Buffer.from(source.bytes) }, { convertImage, styleMap });
    readHtml(value, document);
  } catch (error) {
    throw new ExtractError(`The Word document is damaged (${reasonOf(error)}): save it anew`, 'ERROR', { cause: error });
  }
};

const styleMap = ["p[style-name='Title'] => h1:fresh", "p[style-name='Subtitle'] => h2:fresh", 'comment-reference => sup'];
