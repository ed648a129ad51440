import { createHash } from 'node:crypto';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import type { DocumentBuilder } from '../document-builder';
import type { ReadContext } from '../reader';

/** Of one PDF; how many of them are read is the limit of files within a file. */
const ATTACHED_MAX = 1_000;
const FILE_ATTACHMENT = 'FileAttachment';

interface AttachedFile {
  readonly id: string;
  readonly filename?: string;
}

/** Reads files attached to a PDF as a whole and to places on its pages, each file once. */
export class AttachedFiles {
  private readonly read = new Set<string>();

  constructor(
    private readonly pdf: PDFDocumentProxy,
    private readonly document: DocumentBuilder,
    private readonly context: Pick<ReadContext, 'nested' | 'budget' | 'alive'>,
  ) {}

  /** @param pages whose annotations have files attached, from 1 */
  async readAll(pages: readonly number[]): Promise<void> {
    const attached = await this.ofDocument();
    for (const page of pages) attached.push(...(await this.ofPage(page)));
    this.document.lose(`Attached files beyond the first ${ATTACHED_MAX} were left out`, attached.length - ATTACHED_MAX);
    for (const file of attached.slice(0, ATTACHED_MAX)) {
      if (this.document.full) return;
      await this.readFile(file);
      this.context.alive();
    }
  }

  private async readFile({ id, filename }: AttachedFile): Promise<void> {
    const content: unknown = await this.pdf.getAttachmentContent(id).catch(() => undefined);
    if (!(content instanceof Uint8Array))
      return this.document.lose('Attached files that are damaged or not in the PDF were left out: attach them again');
    const digest = createHash('sha256').update(content).digest('base64');
    if (this.read.has(digest)) return;
    this.read.add(digest);
    this.context.budget.use(content.length);
    await this.context.nested({ bytes: content, filename });
  }

  private async ofDocument(): Promise<AttachedFile[]> {
    const attachments: unknown = await this.pdf.getAttachments().catch(() => {
      this.document.warn('The list of attached files is damaged: they were left out, attach them again');
    });
    if (!(attachments instanceof Map)) return [];
    return [...attachments].flatMap(([id, described]: [unknown, unknown]) =>
      typeof id === 'string' ? [{ id, filename: nameIn(described) ?? id }] : [],
    );
  }

  private async ofPage(number: number): Promise<AttachedFile[]> {
    const page = await this.pdf.getPage(number);
    const annotations: unknown[] = await page.getAnnotations({ intent: 'display' });
    return annotations.filter(hasAttachedFile).map((annotation) => {
      const [id, described]: unknown[] = [Reflect.get(annotation, 'fileId'), Reflect.get(annotation, 'file')];
      return { id: typeof id === 'string' ? id : '', filename: nameIn(described) };
    });
  }
}

/** Whether an annotation is a paper clip or the like, with a file. */
export function hasAttachedFile(annotation: unknown): annotation is object {
  const isObject = typeof annotation === 'object' && annotation !== null;
  return isObject && Reflect.get(annotation, 'subtype') === FILE_ATTACHMENT;
}

function nameIn(described: unknown): string | undefined {
  if (typeof described !== 'object' || described === null) return undefined;
  const name: unknown = Reflect.get(described, 'filename');
  return typeof name === 'string' && name !== '' && name !== 'unnamed' ? name : undefined;
}
