import { IsIn, IsObject, IsString, Length } from 'class-validator';
import { Nested, Satisfies, Together } from '../../validation/decorators';
import { jsonWithin } from '../../validation/json-bounds';
import { configurationProblem, type SearchConfigurationKind, searchConfigurationKinds } from '../configured-members';
import { FILTER_LEVELS_MAX } from '../../index/filter-bounds';
import { CONFIGURATION_JSON_CHARS_MAX, CONFIGURATION_NAME_CHARS_MAX } from '../../knowledge-box/limits';
import { KnowledgeBoxTarget } from '../../knowledge-box/params';

/** A search configuration of a knowledge box, named in a path. */
export class SearchConfigurationTarget extends KnowledgeBoxTarget {
  /** Name of the search configuration: the `search_configuration` of requests. */
  @IsString() @Length(1, CONFIGURATION_NAME_CHARS_MAX) name!: string;
}

/** Request to create or replace a search configuration. */
@Together<SearchConfigurationPayload>(configurationProblem)
export class SearchConfigurationPayload {
  /** The request that it is for. */
  @IsIn(searchConfigurationKinds) kind!: SearchConfigurationKind;
  /**
   * Members of the body of a find or of an ask, each as there; an ask may leave out `query`. It does not name another
   * configuration. Unknown members are ignored. At most 400,000 characters of JSON.
   */
  @IsObject()
  @Satisfies(jsonWithin({ depthMax: FILTER_LEVELS_MAX, charsMax: CONFIGURATION_JSON_CHARS_MAX }))
  config!: Record<string, unknown>;
}

/** A search configuration in an export of its knowledge box (`CFG`). */
export class ExportedSearchConfiguration {
  /** Its name. */
  @IsString() @Length(1, CONFIGURATION_NAME_CHARS_MAX) name!: string;
  /** Body of a request that creates it. */
  @Nested(() => SearchConfigurationPayload) configuration!: SearchConfigurationPayload;
}

/** Members of a find or ask request under a name. */
export class SearchConfiguration {
  /** The request that it is for. */
  kind!: SearchConfigurationKind;
  /** The members that were sent, without defaults. */
  config!: Readonly<Record<string, unknown>>;
}

/** The search configurations of a knowledge box by name. */
export class SearchConfigurations {
  [name: string]: SearchConfiguration;
}

/** Names a search configuration. */
export class SearchConfigurationReference {
  /** Id of the knowledge box, UUID with hyphens. */
  kbid!: string;
  /** Name of the search configuration. */
  name!: string;
}
