import type { PageStructure } from '@lectern/contracts/knowledge-box';
import { keyedSentences, type ProcessingError, type StoredPicture } from '@lectern/contracts/understanding';
import type { EmbeddedPiece } from './push-embedding';
import { type FoundField, type FoundPiece, wholeOf } from './field-finding';
import { augmentedMetadata, bytesOfFindings, type MessageFindings, messageFindings } from './message-findings';
import type { FileOwner, MessageFiles } from './message-files';
import { type AgentsFound, hasFindings } from './push-agents';
import { writeMessage } from '@lectern/contracts/messages';
import {
  fieldTypes,
  type FileData,
  kindNumber,
  type LinkData,
  type MessageConversation,
  type MessageError,
  type MessageField,
  type MessageFile,
  type MessageMetadata,
  type MessageText,
  type MessageVectors,
  type MetadataWrapper,
  type RowsPreview,
  type TextWrapper,
  timestampOf,
  type VectorsWrapper,
} from '@lectern/augmentation';

/** Of texts and vectors in a message: beyond this size, content goes into files. */
const INLINE_BYTES_MAX = 2 * 1024 * 1024;
/** Of what cannot be in files. */
const METADATA_BYTES_MAX = 2 * 1024 * 1024 + 512 * 1024;
/** Of positions of words; further pages are only in the file that has all of them. */
const STRUCTURES_BYTES_MAX = 512 * 1024;
const STRUCTURES = 'generated/structures.json';
const ROWS = 'generated/rows.json';
const GENERATED = 'generated/';
/** Thumbnails and previews of a file or a link. */
const THUMBNAIL = 'file_thumbnail';
const PREVIEW = 'file_preview';
const LINK_THUMBNAIL = 'link_thumbnail';
const LINK_IMAGE = 'link_image';
/** Bytes reserved for a file reference. */
const REFERENCE_BYTES = 1_024;
const ERROR_CHARS_MAX = 500;
const WARNING_CHARS_MAX = 128 * 1024;
const INDEX = 4;

/** The parts of a message that describe fields. */
export interface FieldParts {
  readonly extracted_text: TextWrapper[];
  readonly field_metadata: MetadataWrapper[];
  readonly field_vectors: VectorsWrapper[];
  readonly file_extracted_data: FileData[];
  readonly link_extracted_data: LinkData[];
  readonly errors: MessageError[];
  readonly conversations: Record<string, MessageConversation>;
  /** That agents made. */
  readonly texts: Record<string, object>;
  readonly question_answers: object[];
  readonly generated_by: object[];
}

/** Gathers the parts of a message, which stays below the size of a value on the bus. */
export class MessageAssembly {
  readonly parts: FieldParts = {
    extracted_text: [],
    field_metadata: [],
    field_vectors: [],
    file_extracted_data: [],
    link_extracted_data: [],
    errors: [],
    conversations: {},
    texts: {},
    question_answers: [],
    generated_by: [{ processor: {} }],
  };
  private inlineBytes = 0;
  private metadataBytes = 0;
  private structureBytes = 0;
  private fileCount = 0;
  private warningChars = 0;

  constructor(
    private readonly files: MessageFiles,
    private readonly owner: FileOwner,
    private readonly startedAt: Date,
  ) {}

  /** @returns whether the field is in the message; else an error says that it is too large */
  async add(found: FoundField, augmented?: AgentsFound): Promise<boolean> {
    const field: MessageField = { field_type: found.work.type, field: found.work.id };
    for (const error of found.errors) this.fail(field, error);
    for (const error of augmented?.errors ?? []) this.fail(field, error, { data_augmentation: {} });
    if (!wholeOf(found)) return false;
    const wrapper = this.metadata(field, found);
    const extras =
      augmented && hasFindings(augmented)
        ? messageFindings({ rid: augmented.rid, work: found.work }, augmented.found)
        : undefined;
    if (extras) wrapper.metadata = augmentedMetadata(wrapper.metadata, extras);
    const file = found.work.letter === 'f' ? await this.fileData(found) : undefined;
    const link = found.work.letter === 'u' ? this.linkData(found) : undefined;
    const bytes =
      writeMessage('FieldComputedMetadataWrapper', wrapper).byteLength +
      (file ? writeMessage('FileExtractedData', withoutStructures(file)).byteLength : 0) +
      (link ? writeMessage('LinkExtractedData', link).byteLength : 0) +
      (extras ? bytesOfFindings(extras) : 0);
    if (!this.hasRoom(bytes + REFERENCE_BYTES)) {
      this.fail(field, tooLarge('the field has more paragraphs than the message has room for'));
      return false;
    }
    this.parts.field_metadata.push(wrapper);
    this.parts.extracted_text.push(await this.text(field, found.pieces));
    if (file) this.parts.file_extracted_data.push(file);
    if (link) this.parts.link_extracted_data.push(link);
    if (extras) this.addFindings(field, extras);
    return true;
  }

  private addFindings(field: MessageField, { texts, questions }: MessageFindings): void {
    Object.assign(this.parts.texts, texts);
    if (questions) this.parts.question_answers.push({ field, question_answers: { question_answers: questions } });
    if (this.parts.generated_by.length === 1) this.parts.generated_by.push({ data_augmentation: {} });
  }

  async addVectors(found: FoundField, model: string, embedded: readonly EmbeddedPiece[]): Promise<void> {
    const field: MessageField = { field_type: found.work.type, field: found.work.id };
    const wrapped = found.pieces.map(({ ident, paragraphs }, at) => {
      const vectors = paragraphs.map(({ start, end }, i) => ({
        start,
        end,
        start_paragraph: start,
        end_paragraph: end,
        // Numbers by index, which is all that is needed of them.
        vector: (embedded[at]?.vectors[i] ?? []) as unknown as readonly number[],
      }));
      return { ident, value: { vectors } };
    });
    const { whole, splits } = divided(wrapped, { vectors: [] });
    const vectors: MessageVectors = { vectors: whole, split_vectors: splits };
    const named = { field, vectorset_id: model };
    if (!this.hasRoom(REFERENCE_BYTES)) return this.fail(field, tooLarge('the message has no room for more vectors'));
    const file = await this.fileOf('VectorObject', vectors);
    this.parts.field_vectors.push(file ? { ...named, file } : { ...named, vectors });
  }

  /** Gives back a conversation that an agent made. */
  addConversation(id: string, conversation: MessageConversation): void {
    if (this.hasRoom(writeMessage('Conversation', conversation).byteLength + REFERENCE_BYTES))
      this.parts.conversations[id] = conversation;
    else
      this.fail(
        { field_type: fieldTypes.CONVERSATION, field: id },
        tooLarge('the message has no room for the messages of the conversation'),
      );
  }

  private async text(field: MessageField, pieces: readonly FoundPiece[]): Promise<TextWrapper> {
    const { whole, splits } = divided(
      pieces.map(({ ident, text }) => ({ ident, value: text })),
      '',
    );
    const body: MessageText = { text: whole, split_text: splits };
    const file = await this.fileOf('ExtractedText', body);
    return file ? { field, file } : { field, body };
  }

  /** @returns the file that the part was put into; undefined where the message has room for it */
  private async fileOf(type: 'ExtractedText' | 'VectorObject', part: object): Promise<MessageFile | undefined> {
    const bytes = writeMessage(type, part);
    if (this.inlineBytes + bytes.byteLength <= INLINE_BYTES_MAX) {
      this.inlineBytes += bytes.byteLength;
      return undefined;
    }
    this.fileCount += 1;
    return this.files.put(`${type}-${this.fileCount}`, bytes, this.owner);
  }

  private metadata(field: MessageField, found: FoundField): MetadataWrapper {
    const pieces = found.pieces.map((piece) => ({ ident: piece.ident, value: this.pieceMetadata(piece, found) }));
    const together: FoundPiece = { text: '', paragraphs: [], understood: wholeOf(found) ?? emptyField };
    const { whole, splits } = divided(pieces, this.pieceMetadata(together, found));
    return { field, metadata: { metadata: whole, split_metadata: splits } };
  }

  private pieceMetadata({ paragraphs, understood }: FoundPiece, { labels }: FoundField): MessageMetadata {
    const { links, entities, language, summary, mimeType } = understood;
    const [at, started] = [timestampOf(this.owner.now), timestampOf(this.startedAt)];
    const thumbnail = understood.pictures?.find(({ name }) => name === THUMBNAIL || name === LINK_THUMBNAIL);
    return {
      links,
      language,
      summary,
      mime_type: mimeType,
      classifications: labels,
      paragraphs: paragraphs.map((one) => ({
        start: one.start,
        end: one.end,
        kind: kindNumber(one.kind),
        classifications: [],
        start_seconds: one.start_seconds,
        end_seconds: one.end_seconds,
        sentences: keyedSentences(one),
        ...(one.page && { page: one.page }),
        ...(one.representation && { representation: one.representation }),
      })),
      ner: Object.fromEntries(entities.map(({ text, label }) => [text, label])),
      positions: Object.fromEntries(
        entities.map(({ text, label, positions }) => [`${label}/${text}`, { position: positions, entity: text }]),
      ),
      entities: { processor: { entities } },
      ...(thumbnail && { thumbnail: this.files.picture(thumbnail, this.owner) }),
      last_index: at,
      last_understanding: at,
      last_extract: at,
      last_summary: at,
      last_processing_start: started,
    };
  }

  private async fileData({ work, pieces, file }: FoundField): Promise<FileData> {
    const understood = pieces[0]?.understood;
    const pictures = understood?.pictures ?? [];
    const shown = pictures.map((picture) => ({ picture, file: this.files.picture(picture, this.owner) }));
    const named = (name: string) => shown.find(({ picture }) => picture.name === name)?.file;
    const [thumbnail, preview] = [named(THUMBNAIL), named(PREVIEW)];
    const pages = shown.filter(({ picture }) => picture.page !== undefined).map((one) => one.file);
    const generated = shown.filter(({ picture }) => picture.name.startsWith(GENERATED) && picture.page === undefined);
    const structures = await this.structures(pictures.find(({ name }) => name === STRUCTURES));
    const rows = await this.rows(pictures.find(({ name }) => name === ROWS));
    const previews = { pages, positions: pagePositions(pieces, pages.length), structures };
    return {
      field: work.id,
      md5: file?.md5 ?? '',
      language: understood?.language ?? '',
      title: understood?.title ?? '',
      icon: understood?.mimeType ?? '',
      file_generated: Object.fromEntries(generated.map((one) => [one.picture.name.split('/').at(-1) ?? '', one.file])),
      ...(thumbnail && { file_thumbnail: thumbnail }),
      ...(preview && { file_preview: preview }),
      ...(rows && { file_rows_previews: { rows } }),
      ...((pages.length > 0 || structures.length > 0) && { file_pages_previews: previews }),
    };
  }

  /** Of the first pages: as many as there is room for. */
  private async structures(stored: StoredPicture | undefined): Promise<readonly PageStructure[]> {
    const structures: PageStructure[] = [];
    if (!stored) return structures;
    for await (const structure of this.files.structures(stored)) {
      const whole = rounded(structure);
      const bytes = writeMessage('PageStructure', whole).byteLength;
      if (this.structureBytes + bytes > STRUCTURES_BYTES_MAX) break;
      this.structureBytes += bytes;
      structures.push(whole);
    }
    return structures;
  }

  /** Of sheets, if there is room for all. */
  private async rows(stored: StoredPicture | undefined): Promise<RowsPreview | undefined> {
    if (!stored || this.structureBytes + stored.sizeBytes > STRUCTURES_BYTES_MAX) return undefined;
    this.structureBytes += stored.sizeBytes;
    return this.files.rows(stored);
  }

  private linkData({ work, pieces }: FoundField): LinkData {
    const understood = pieces[0]?.understood;
    const named = (name: string) => {
      const picture = understood?.pictures?.find((one) => one.name === name);
      return picture && this.files.picture(picture, this.owner);
    };
    const [thumbnail, image] = [named(LINK_THUMBNAIL), named(LINK_IMAGE)];
    return {
      field: work.id,
      date: timestampOf(this.owner.now),
      language: understood?.language ?? '',
      title: understood?.page?.title ?? '',
      description: understood?.page?.description ?? '',
      type: understood?.mimeType ?? '',
      ...(thumbnail && { link_thumbnail: thumbnail }),
      ...(image && { link_image: image }),
    };
  }

  /** Reserves room for content that cannot be in files, if enough is left. */
  private hasRoom(bytes: number): boolean {
    if (this.metadataBytes + bytes > METADATA_BYTES_MAX) return false;
    this.metadataBytes += bytes;
    return true;
  }

  /** Warnings beyond their room are left out. */
  private fail(
    field: MessageField,
    { text, code, severity }: ProcessingError,
    generated_by: MessageError['generated_by'] = { processor: {} },
  ): void {
    const error = text.slice(0, ERROR_CHARS_MAX);
    this.warningChars += severity === 'WARNING' ? error.length : 0;
    if (severity === 'WARNING' && this.warningChars > WARNING_CHARS_MAX) return;
    const described = { error, code, severity: severity === 'WARNING' ? 1 : 0, generated_by };
    this.parts.errors.push({ ...field, ...described });
  }
}

function tooLarge(reason: string): ProcessingError {
  return { text: `Left out: ${reason}`, code: INDEX, severity: 'ERROR' };
}

const emptyField = { summary: '', language: '', languages: [], mimeType: '', entities: [], links: [], errors: [] };

/** Content of the field as a whole, and of its messages. */
function divided<T>(
  pieces: readonly { readonly ident?: string; readonly value: T }[],
  none: T,
): { readonly whole: T; readonly splits: Readonly<Record<string, T>> } {
  const whole = pieces.find(({ ident }) => ident === undefined)?.value ?? none;
  const splits = pieces.flatMap(({ ident, value }) => (ident === undefined ? [] : [[ident, value] as const]));
  return { whole, splits: Object.fromEntries(splits) };
}

/** They have room apart. */
function withoutStructures({ file_pages_previews: previews, file_rows_previews: _, ...data }: FileData): FileData {
  return previews ? { ...data, file_pages_previews: { ...previews, structures: [] } } : data;
}

/** Sizes of pages are whole numbers in messages. */
function rounded({ page: { width, height }, tokens }: PageStructure): PageStructure {
  return { page: { width: Math.round(width), height: Math.round(height) }, tokens };
}

/** Where the text of each page begins and ends. */
function pagePositions(pieces: readonly FoundPiece[], count: number) {
  const paragraphs = pieces[0]?.paragraphs ?? [];
  return Array.from({ length: count }, (_, page) => {
    const own = paragraphs.filter((one) => one.page?.page === page);
    return { start: own[0]?.start ?? 0, end: own.at(-1)?.end ?? 0 };
  });
}
