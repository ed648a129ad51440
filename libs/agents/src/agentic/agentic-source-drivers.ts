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
  return Object.fromEntries(Object.entries(sources).flatMap(([id, one]) => (one.type === 'kbdb' ? [[id, one]] : [])));
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
