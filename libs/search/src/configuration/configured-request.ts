import { AppError, type Constructor, validate } from '@lectern/contracts/core';
import type { SearchConfiguration, SearchConfigurationKind } from '@lectern/contracts/knowledge-box';

/** Members shared by both kinds of requests; `given` lists the members that the caller sent. */
interface Configurable {
  readonly given?: readonly string[];
  readonly search_configuration?: string | null;
}

/** A request, its class and its search configuration. */
export interface ConfiguredParts<R extends Configurable> {
  readonly type: Constructor<R>;
  readonly request: R;
  readonly configuration: SearchConfiguration;
}

/**
 * Merges members in this order of precedence: sent by the caller, from the configuration, defaults. Members are
 * replaced as a whole.
 *
 * @throws AppError `invalid_search_configuration` when the configuration is for the other kind of request;
 *   `invalid_request` when the merged request is invalid
 */
export function configuredRequest<R extends Configurable>(
  kind: SearchConfigurationKind,
  { type, request, configuration }: ConfiguredParts<R>,
): R {
  if (configuration.kind !== kind) {
    const text = `This search configuration is not valid for \`${kind}\``;
    throw new AppError('invalid_search_configuration', text);
  }
  const given = new Set(request.given);
  given.delete('search_configuration');
  const sent = Object.fromEntries(Object.entries(request).filter(([name]) => given.has(name)));
  return validate(type, { ...configuration.config, ...sent });
}
