import { AppError, type Violation } from '../core/errors';
import { AskRequest } from './ask/ask.dto';
import { FindRequest } from './find/find.dto';
import { validate } from '../validation/validate';

/** Requests that a search configuration can be for. */
export const searchConfigurationKinds = ['find', 'ask'] as const;
/** The request that a search configuration is for. */
export type SearchConfigurationKind = (typeof searchConfigurationKinds)[number];

/** Members of a find or ask request. */
export interface ConfiguredMembers {
  /** The request that they are of. */
  readonly kind: SearchConfigurationKind;
  /** The members, not checked yet. */
  readonly config: Readonly<Record<string, unknown>>;
}

/** The last violations say nothing new. */
const VIOLATIONS_SHOWN = 10;

/** The fault of a search configuration; undefined without one. */
export function configurationProblem(configuration: ConfiguredMembers): string | undefined {
  const { search_configuration: other } = configuration.config;
  if (other !== undefined && other !== null && other !== '')
    return 'config.search_configuration: a search configuration cannot name another one';
  try {
    configuredMembers(configuration);
    return undefined;
  } catch (error) {
    const violations = violationsOf(error);
    if (violations.length === 0) throw error;
    return violations
      .slice(0, VIOLATIONS_SHOWN)
      .map(({ loc, msg }) => `${['config', ...loc].join('.')}: ${msg}`)
      .join('; ');
  }
}

/**
 * The members of a request that a search configuration gives, read as those of a request; no others, and no defaults.
 *
 * @throws AppError `invalid_request`
 */
export function configuredMembers({ kind, config }: ConfiguredMembers): Readonly<Record<string, unknown>> {
  const request: object =
    kind === 'find' ? validate(FindRequest, config) : validate(AskRequest, { ...broughtAlong(config), ...config });
  const { search_configuration: _, ...members } = Object.fromEntries(
    Object.entries(request).filter(([name]) => config[name] !== undefined),
  );
  return members;
}

/** Members that each question has of its own and a configuration may omit: its text and the chat history. */
function broughtAlong({ context }: Readonly<Record<string, unknown>>): object {
  const history = context === undefined || context === null ? [{ author: 'USER', text: '' }] : null;
  return { query: '', chat_history: history };
}

function violationsOf(error: unknown): readonly Violation[] {
  const detail = error instanceof AppError && error.code === 'invalid_request' ? error.details.detail : undefined;
  // The list of a 422, which `validate` makes.
  return Array.isArray(detail) ? (detail as readonly Violation[]) : [];
}
