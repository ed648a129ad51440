import type { FrameChunk } from '@lectern/contracts/agents';
import type { CatalogRequest, FileFieldValue, Resource } from '@lectern/contracts/knowledge-box';
import type { FunctionResult, ModuleFunction, ModuleRun, Question } from '../engine/module-run';
import type { BoxSource } from '../engine/module-sources';
import { foundInBox, paragraphChunks, SHOWN } from './box-answer';
import { type AsksBoxes, boxesOf, modelMembers, type QuestionMembers } from './box-context';

const TITLES_MAX = 20;
const IMAGES_MAX = 50;
const LABELSETS_MAX = 100;
const LABELS_MAX = 200;
const PARAGRAPHS_MAX = 20;
const text = (description: string, maxLength = 2_000) => ({ type: 'string', minLength: 1, maxLength, description });
const question = text('The question, which stands alone');
const title = text('Words of the title');
const label = text('A label, such as topics/finance');
const labels = { type: 'array', items: label, minItems: 1, maxItems: 20, description: 'Labels, all of which count' };

/** What a function does with one knowledge box. */
type OnBox = (given: Given, box: BoxSource, circumstances: Circumstances) => Promise<FunctionResult>;

interface Given {
  /** A text that the arguments have; empty when they have none. */
  readonly text: (name: string) => string;
  readonly texts: (name: string) => readonly string[];
}

interface Circumstances {
  readonly run: ModuleRun;
  readonly members: QuestionMembers;
}

interface Declared {
  readonly description: string;
  readonly properties: Readonly<Record<string, object>>;
  readonly required: readonly string[];
  readonly run: OnBox;
}

const declared: Readonly<Record<string, Declared>> = {
  ask_agent: {
    description: 'Answers a question from the documents, with the texts that the answer comes from.',
    properties: { question },
    required: ['question'],
    run: (given, box, circumstances) => askedOf(given.text('question'), box, circumstances),
  },
  ask_by_title: {
    description: 'Answers a question from documents with these words in their title.',
    properties: { question, title },
    required: ['question', 'title'],
    run: async (given, box, circumstances) => {
      const found = await titled(given, box);
      if (found.length === 0) return nothing;
      const only = { resource_filters: found.map(({ id }) => id) };
      return askedOf(given.text('question'), box, { ...circumstances, members: { ...circumstances.members, ...only } });
    },
  },
  ask_labels: {
    description: 'Answers a question from documents that have all these labels.',
    properties: { question, labels },
    required: ['question', 'labels'],
    run: (given, box, { run, members }) => {
      const filters = [...(members.filters ?? []), ...given.texts('labels').map(pathOf)];
      return askedOf(given.text('question'), box, { run, members: { ...members, filters } });
    },
  },
  ask_labels_list: {
    description: 'Lists the labels that documents can have.',
    properties: {},
    required: [],
    run: async (_given, box) => {
      const sets = Object.entries(await box.labelsets()).slice(0, LABELSETS_MAX);
      const lines = sets.map(([id, { labels: all }]) => ({
        labelset: id,
        labels: all.slice(0, LABELS_MAX).map((one) => `${id}/${one.title}`),
      }));
      return listing(lines, box);
    },
  },
  search_by_title: {
    description: 'Lists documents with these words in their title.',
    properties: { title },
    required: ['title'],
    run: async (given, box) => listing((await titled(given, box)).map(lineOf), box),
  },
  catalog_search: {
    description: 'Lists documents by words of the title and by labels, the newest first.',
    properties: { title, labels },
    required: [],
    run: async (given, box) => {
      const words = given.text('title');
      const filters = given.texts('labels').map(pathOf);
      return listing((await listed(box, { ...(words !== '' && { query: words }), filters })).map(lineOf), box);
    },
  },
  facets_count: {
    description: 'Counts the documents of each label of a labelset.',
    properties: { labelset: text('Id of a labelset, such as topics') },
    required: ['labelset'],
    run: async (given, box) => {
      const facet = pathOf(given.text('labelset'));
      const { fulltext } = await box.catalog({ faceted: [facet], page_size: 0 });
      const counts = Object.values(fulltext.facets).flatMap((all) => Object.entries(all));
      return listing(
        counts.slice(0, LABELS_MAX).map(([path, count]) => ({ label: path, documents: count })),
        box,
      );
    },
  },
  facets_search: {
    description: 'Finds paragraphs in documents that have all these labels.',
    properties: { query: text('What to search for'), labels },
    required: ['query', 'labels'],
    run: (given, box, { members }) => {
      const filters = [...(members.filters ?? []), ...given.texts('labels').map(pathOf)];
      return foundFor({ query: given.text('query'), filters, top_k: PARAGRAPHS_MAX }, box);
    },
  },
  all_images_by_title: {
    description: 'Lists the images of documents with these words in their title.',
    properties: { title },
    required: ['title'],
    run: async (given, box) => imagesIn(await titled(given, box, ['basic', 'values']), box),
  },
  search_images: {
    description: 'Finds images by what they show or say.',
    properties: { query: text('What the image shows') },
    required: ['query'],
    run: async (given, box) => {
      const only = { field: { prop: 'field_mimetype', type: 'image' } };
      const request = { query: given.text('query'), filter_expression: only, top_k: PARAGRAPHS_MAX };
      const { resources } = await box.find({ ...request, show: ['basic', 'values'] });
      return imagesIn(Object.values(resources), box);
    },
  },
};

/**
 * Functions of a module that asks knowledge boxes; each looks at all of its boxes.
 *
 * @param members of its questions
 */
export function boxFunctionsOf(config: AsksBoxes, members: QuestionMembers = {}): readonly ModuleFunction[] {
  return Object.entries(declared).map(([name, { description, properties, required, run: onBox }]) => ({
    name,
    description,
    parameters: { type: 'object', properties, required, additionalProperties: false },
    run: async (given: Readonly<Record<string, unknown>>, _asked: Question, run: ModuleRun) => {
      const circumstances = { run, members: { ...modelMembers(config), ...members } };
      const boxes = await boxesOf(config, run);
      const results = await Promise.all(boxes.map((box) => onBox(givenOf(given), box, circumstances)));
      return {
        items: results.flatMap(({ items }) => items),
        contexts: results.flatMap(({ contexts }) => contexts),
      };
    },
  }));
}

const nothing: FunctionResult = { items: [], contexts: [] };

function givenOf(given: Readonly<Record<string, unknown>>): Given {
  const texts = (name: string) => {
    const value = given[name];
    return Array.isArray(value) ? value.map(String) : [];
  };
  return { text: (name) => (typeof given[name] === 'string' ? given[name] : ''), texts };
}

async function askedOf(query: string, box: BoxSource, { run, members }: Circumstances): Promise<FunctionResult> {
  const found = await foundInBox(box, { ...members, query }, run.models.tokens);
  if (!found) return nothing;
  const answer = found.answer ? [{ answer: found.answer.answer }] : [];
  return { items: [...answer, ...found.chunks.map(itemOf)], contexts: [found] };
}

async function foundFor(request: Parameters<BoxSource['find']>[0], box: BoxSource): Promise<FunctionResult> {
  const results = await box.find({ show: [...SHOWN], ...request });
  const chunks = paragraphChunks(results, results.best_matches, box);
  return { items: chunks.map(itemOf), contexts: chunks.length === 0 ? [] : [{ source: box.identifier, chunks }] };
}

function itemOf({ title: name, text: said }: FrameChunk): object {
  return { ...(name && { title: name }), text: said };
}

async function listed(box: BoxSource, request: Partial<CatalogRequest>): Promise<readonly Resource[]> {
  const { resources, fulltext } = await box.catalog({ page_size: TITLES_MAX, ...request });
  return fulltext.results.flatMap(({ rid }) => resources[rid] ?? []);
}

function titled(given: Given, box: BoxSource, show?: CatalogRequest['show']): Promise<readonly Resource[]> {
  const query = { field: 'title' as const, match: 'words' as const, query: given.text('title') };
  return listed(box, { query, ...(show && { show }) });
}

function lineOf({ title: name, summary, created }: Resource): object {
  return { title: name, ...(summary && { summary }), created };
}

/** Data that answers can be made from as they are. */
function listing(lines: readonly object[], box: BoxSource): FunctionResult {
  if (lines.length === 0) return nothing;
  const structured = lines.map((line) => JSON.stringify(line));
  return { items: lines, contexts: [{ source: box.identifier, chunks: [], structured }] };
}

/** Images in file fields of resources. */
function imagesIn(resources: readonly Resource[], box: BoxSource): FunctionResult {
  const images = resources
    .flatMap(({ title: name, data }) => Object.values(data?.files ?? {}).map(({ value }) => ({ name, value })))
    // The value of a file field.
    .map(({ name, value }) => ({ name, file: (value as FileFieldValue | undefined)?.file }))
    .filter(({ file }) => file?.content_type?.startsWith('image/') === true)
    .slice(0, IMAGES_MAX)
    .map(({ name, file }) => ({ title: name, filename: file?.filename, uri: file?.uri ?? '' }));
  if (images.length === 0) return nothing;
  const structured = images.map((image) => JSON.stringify(image));
  const urls = images.map(({ uri }) => uri).filter((uri) => uri !== '');
  return { items: images, contexts: [{ source: box.identifier, chunks: [], structured, image_urls: urls }] };
}

function pathOf(name: string): string {
  return name.startsWith('/') ? name : `/classification.labels/${name}`;
}
