import { randomUUID } from 'node:crypto';
import {
  type AnyAgenticSource,
  ConnectionParams,
  type ConnectionSource,
  GoogleModuleConfig,
  McpHttpConfig,
  McpModuleConfig,
  PerplexityModuleConfig,
} from '@lectern/contracts/agents';
import type { OpenedDriver } from '../driver/driver.service';
import type { BoxPart } from '../engine/module-run';

/** Sources of a knowledge box by id. */
export type SourcesById = Readonly<Record<string, AnyAgenticSource>>;

/** Those that are parts of the box itself. */
export function boxParts(sources: SourcesById): Readonly<Record<string, BoxPart>> {
  return Object.fromEntries(
    Object.entries(sources).flatMap(([id, one]) => {
      const part = boxPart(one);
      return part ? [[id, part]] : [];
    }),
  );
}

/** The part of the box that a source is; undefined for one outside. */
export function boxPart(source: AnyAgenticSource): BoxPart | undefined {
  if (source.type === 'kbdb') return source;
  if (source.type !== 'sync') return undefined;
  const { description } = source;
  return { description, labels: [], resource_filters: [], origin: originFilter(source) };
}

/** What the origin of documents of a connection has. */
function originFilter({ source_id: source, connection, params }: ConnectionSource): readonly object[] {
  const id = connection ?? source;
  const { path, tags, collaborators, metadata } = params ?? new ConnectionParams();
  return [
    { prop: 'origin_source', ...(id && { id }) },
    ...(path ? [{ prop: 'origin_path', prefix: path }] : []),
    ...tags.map((tag) => ({ prop: 'origin_tag', tag })),
    ...collaborators.map((collaborator) => ({ prop: 'origin_collaborator', collaborator })),
    ...Object.entries(metadata).map(([field, value]) => ({ prop: 'origin_metadata', field, value })),
  ];
}

/** The others as drivers, by which modules reach them. */
export function sourceDrivers(sources: SourcesById): readonly OpenedDriver[] {
  return Object.entries(sources).flatMap(([id, source]) => {
    const reached = reachedBy(source);
    return reached ? [{ ...reached, id: randomUUID(), identifier: id, name: id }] : [];
  });
}

/** The module that asks a source outside of the box, with the defaults of its class; undefined for parts of the box. */
export function sourceModule(id: string, source: AnyAgenticSource): object | undefined {
  const asked = { source: id, title: id };
  if (source.type === 'perplexity') {
    const { enabled_domains: domain } = source;
    return { ...new PerplexityModuleConfig(), ...asked, module: 'perplexity', domain };
  }
  if (source.type === 'google') {
    const { time_range, exclude_domains } = source;
    return { ...new GoogleModuleConfig(), ...asked, module: 'google', time_range: time_range ?? null, exclude_domains };
  }
  if (source.type !== 'mcp') return undefined;
  const { tool_choice_model: model = null, valid_headers } = source;
  return { ...new McpModuleConfig(), ...asked, module: 'mcp', tool_choice_model: model, valid_headers };
}

function reachedBy(source: AnyAgenticSource): Pick<OpenedDriver, 'provider' | 'config'> | undefined {
  if (source.type === 'perplexity') return { provider: 'perplexity', config: { key: source.key } };
  if (source.type === 'google') return { provider: 'google', config: { api_key: source.api_key, vertexai: false } };
  if (source.type !== 'mcp') return undefined;
  const { uri, headers } = source;
  return { provider: 'mcphttp', config: { ...new McpHttpConfig(), uri, headers } };
}
