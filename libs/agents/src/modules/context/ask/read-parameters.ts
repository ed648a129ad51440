import type { AskConfig } from '@lectern/contracts/agents';
import { isObject, parseInstant } from '@lectern/contracts/core';
import { withRules } from '../../../engine/rules';
import type { ModuleRun } from '../../../engine/module-run';

const QUERY_CHARS_MAX = 20_000;
const SYSTEM = 'You read the parameters of a search from a question. Reply with the requested JSON object.';
const query = { type: 'string', description: 'What to search for, in the language of the question' };
const date = (description: string) => ({ type: 'string', description: `${description}, as YYYY-MM-DD; empty if any` });

/** Parameters of a search. */
export interface ReadParameters {
  readonly query?: string;
  readonly filter_expression?: unknown;
}

/**
 * Parameters of the search that a language model reads from the question; undefined where there is no language model.
 *
 * @throws AppError of the model
 */
export async function readParameters(
  { configuration_model, configuration_json_model: older, date_range_enabled: hasDates }: AskConfig,
  question: string,
  { models, facts }: Pick<ModuleRun, 'models' | 'facts'>,
): Promise<ReadParameters | undefined> {
  const model = configuration_model ?? older;
  if (!(await models.followsPrompts(model))) return undefined;
  const dates = { since: date('Oldest date of documents that matter'), until: date('Newest date of such documents') };
  const properties = { query, ...(hasDates && dates) };
  const { object } = await models.answer(
    {
      question,
      retrieval: false,
      system: withRules(SYSTEM, facts.rules),
      json_schema: {
        name: 'search',
        description: 'Parameters of a search',
        parameters: { type: 'object', properties },
      },
    },
    model,
  );
  if (!isObject(object)) return undefined;
  const text = typeof object.query === 'string' ? object.query.trim().slice(0, QUERY_CHARS_MAX) : '';
  const range = hasDates ? { ...dateOf('since', object.since), ...dateOf('until', object.until) } : {};
  return {
    ...(text !== '' && { query: text }),
    ...(Object.keys(range).length > 0 && { filter_expression: { field: { prop: 'created', ...range } } }),
  };
}

/** Models may write anything. */
function dateOf(name: string, value: unknown): Record<string, string> {
  const isDate = typeof value === 'string' && /^\d{4}-\d{2}-\d{2}/.test(value) && isInstant(value);
  return isDate ? { [name]: value } : {};
}

function isInstant(value: string): boolean {
  return parseInstant(value) !== undefined;
}
