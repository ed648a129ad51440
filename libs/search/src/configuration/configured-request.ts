import { AppError, type Constructor, validate } from '@lectern/contracts/core';
import type { SearchConfiguration, SearchConfigurationKind } from '@lectern/contracts/knowledge-box';

/** What both kinds of requests have: `given` names the members that the caller sent. */
interface Configurable {
  readonly given?: readonly string[];
  readonly search_configuration?: string | null;
}

/** A request, its class, and the configuration that it names. */
export interface ConfiguredParts<R extends Configurable> {
  readonly type: Constructor<R>;
  readonly request: R;
  readonly configuration: SearchConfiguration;
}

/**
 * The members of a configuration, and over them those that the caller sent, each as a whole; then defaults.
 *
 * @throws AppError `invalid_search_configuration` when it is for the other kind of request; `invalid_request` when both
 *   together are no request
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
