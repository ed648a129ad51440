import { randomUUID } from 'node:crypto';
import {
  type AnyAgenticSource,
  type BoxPartSource,
  GoogleModuleConfig,
  McpHttpConfig,
  McpModuleConfig,
  PerplexityModuleConfig,
} from '@lectern/contracts/agents';
import type { OpenedDriver } from '../driver/driver.service';

/** Sources of a knowledge box by id. */
export type SourcesById = Readonly<Record<string, AnyAgenticSource>>;

/** Those that are parts of the box itself. */
export function boxParts(sources: SourcesById): Readonly<Record<string, BoxPartSource>> {
  return Object.fromEntries(
    Object.entries(sources).flatMap(([id, one]) => {
      const part = boxPart(one);
      return part ? [[id, part]] : [];
    }),
  );
}

/** The part of the box that a source is; undefined for one outside. */
export function boxPart(source: AnyAgenticSource): BoxPartSource | undefined {
  if (source.type === 'kbdb') return source;
  if (source.type !== 'sync') return undefined;
  const { description, source_id: id } = source;
  const filter_expression = { field: { prop: 'origin_source', id } };
  return { type: 'kbdb', description, labels: [], resource_filters: [], filter_expression };
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
  if (source.type === 'google') return { ...new GoogleModuleConfig(), ...asked, module: 'google' };
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
