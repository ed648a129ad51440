import { findParagraphs, type FindRequest, type FindResults } from '@lectern/contracts/search';
import { boxOption, chosenBox, jsonOption } from '../box/chosen-box';
import { oneLine } from '../box/kb-commands';
import type { Command, Option, Options } from '../command';
import { exitCodes } from '../exit-code';
import { textOption, textsOption, wholeOption } from '../program';

const RESULTS = 10;
const RESULTS_MAX = 200;
const EXCERPT_CHARS = 240;

/** Which part of the content a question is about, and on whose behalf. */
export const retrievalOptions: Readonly<Record<string, Option>> = {
  top: { value: 'N', doc: 'most paragraphs' },
  group: { value: 'GROUP', doc: 'only what this group may find; may be given several times', isRepeated: true },
  public: { doc: 'only what everyone may find' },
  configuration: { value: 'NAME', doc: 'search configuration of the knowledge box' },
};

type Retrieval = Pick<FindRequest, 'security' | 'search_configuration' | 'top_k'>;

/** The members of a request that these options mean. */
export function retrievalOf(options: Options, resultsMax = RESULTS): Partial<Retrieval> {
  const groups = textsOption(options, 'group');
  const name = textOption(options, 'configuration');
  return {
    top_k: wholeOption(options, 'top', { min: 1, max: RESULTS_MAX, otherwise: resultsMax }),
    ...((groups.length > 0 || options['public'] === true) && { security: { groups: [...groups] } }),
    ...(name !== undefined && { search_configuration: name }),
  };
}

export const search: Command = {
  name: 'search',
  summary: 'find paragraphs',
  details: ['Prints the best paragraphs with the titles of their documents. Exit code 1 when nothing is found.'],
  arguments: [{ value: 'QUERY', doc: 'words or a question; several words need no quotes', isRepeated: true }],
  options: { ...boxOption, ...jsonOption, ...retrievalOptions, full: { doc: 'print whole paragraphs' } },
  run: async (context) => {
    const { args, api, options, print, progress, screen } = context;
    const body = { query: args.join(' '), show: ['basic' as const, 'origin' as const], ...retrievalOf(options) };
    const { results } = await api().call(findParagraphs, { params: { kbid: await chosenBox(context) }, body });
    for (const warning of results.warnings ?? []) progress.note(warning);
    hits(results).forEach((hit, index) => {
      if (options['json']) return print(JSON.stringify(hit));
      const text = oneLine(hit.text);
      print(
        screen.styled('bold', `${index + 1}. ${oneLine(hit.title)}${hit.page > 0 ? `, page ${hit.page + 1}` : ''}`),
      );
      print(`   ${options['full'] || text.length <= EXCERPT_CHARS ? text : `${text.slice(0, EXCERPT_CHARS)}…`}`);
    });
    return results.best_matches.length > 0 ? exitCodes.done : exitCodes.notAsItShouldBe;
  },
};

/** A paragraph that was found, with its document. */
export interface Hit {
  readonly paragraph: string;
  readonly resource: string;
  readonly title: string;
  /** Path or name of the original; null when the document has none. */
  readonly path: string | null;
  readonly slug: string | null;
  /** From 0. */
  readonly page: number;
  readonly score: number;
  readonly text: string;
}

/** Paragraphs of a find, best first. */
export function hits({
  resources,
  best_matches: best,
}: Pick<FindResults, 'resources' | 'best_matches'>): readonly Hit[] {
  const byId = new Map(
    Object.entries(resources).flatMap(([rid, resource]) =>
      Object.values(resource.fields).flatMap(({ paragraphs }) =>
        Object.values(paragraphs).map((paragraph) => [
          paragraph.id,
          {
            paragraph: paragraph.id,
            resource: rid,
            title: resource.title ?? rid,
            path: resource.origin?.path ?? resource.origin?.filename ?? null,
            slug: resource.slug ?? null,
            page: paragraph.position.page_number,
            score: paragraph.score,
            text: paragraph.text,
          },
        ]),
      ),
    ),
  ) as ReadonlyMap<string, Hit>; // pairs of ids and hits
  return best.flatMap((id) => byId.get(id) ?? []);
}
