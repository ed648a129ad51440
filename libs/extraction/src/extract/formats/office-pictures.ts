import { createHash } from 'node:crypto';
import type { Archive } from '../archive';
import type { DocumentBuilder } from '../document-builder';
import { foreignReason } from '../extract-error';
import type { ReadContext } from '../reader';
import { partRelations } from './office-relations';
import { readPicture } from './picture';

/** Of one document; recognition takes seconds a picture. */
const PICTURES_MAX = 200;
const PICTURE_BYTES_MAX = 50 * 1024 * 1024;
/** Types that a recogniser can read: not drawings of Windows. */
const READABLE = /\.(png|jpe?g|gif|bmp|tiff?|webp)$/i;

/** Reads the text in pictures of an office document, each once, where it is asked to. */
export class OfficePictures {
  private readonly seen = new Set<string>();
  private readonly leftOut = new Set<string>();
  private count = 0;

  constructor(
    private readonly archive: Archive,
    private readonly document: DocumentBuilder,
    private readonly context: ReadContext,
  ) {}

  /** Those that a part shows, such as a slide. */
  async writeOf(part: string): Promise<void> {
    const pictures = partRelations(part, this.archive).filter(
      ({ type, isExternal }) => type === 'image' && !isExternal,
    );
    for (const { target } of pictures) await this.write(target);
  }

  /** Leaves those out that a part shows, unless they are asked for elsewhere. */
  leaveOut(part: string): void {
    for (const { type, target } of partRelations(part, this.archive)) if (type === 'image') this.leftOut.add(target);
  }

  /** Those in a folder that were not read before. */
  async writeIn(folder: string): Promise<void> {
    for (const { name } of this.archive.entries)
      if (name.startsWith(folder) && !this.leftOut.has(name)) await this.write(name);
  }

  private async write(name: string): Promise<void> {
    const entry = this.archive.entries.find((found) => found.name === name);
    if (!entry || !READABLE.test(name) || entry.sizeBytes > PICTURE_BYTES_MAX || this.document.full) return;
    const bytes = this.archive.read(name);
    if (!bytes) return;
    const content = createHash('sha256').update(bytes).digest('base64');
    if (this.seen.has(content)) return;
    this.seen.add(content);
    this.count += 1;
    if (this.count > PICTURES_MAX)
      return this.document.lose(`Pictures beyond the first ${PICTURES_MAX} of the document were left out`);
    try {
      await readPicture({ bytes }, this.document, this.context);
    } catch (error) {
      this.document.lose(`Pictures of the document that cannot be read were left out (${foreignReason(error)})`);
    }
  }
}
